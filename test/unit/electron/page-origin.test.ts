import { describe, expect, it } from 'vitest';
import { isLoadable, pageOrigin } from '../../../electron/page-origin.ts';

const own = pageOrigin({ developmentUrl: undefined, isPackaged: true });

describe('pageOrigin', () => {
  it('owns the pages of the app and no others', () => {
    expect(own.owns('app://tidemark/index.html')).toBe(true);
    expect(own.owns('app://tidemark/other#x')).toBe(true);
    for (const foreign of [
      'app://tidemark.example/index.html',
      'app://tidemark:81/index.html',
      'app://user@tidemark/index.html',
      'https://tidemark/index.html',
      'file:///index.html',
      'about:blank',
      '',
    ]) {
      expect(own.owns(foreign), foreign).toBe(false);
    }
  });

  it('takes the development server of this machine, in an unpackaged app only', () => {
    const developmentUrl = 'http://127.0.0.1:5173/';
    const development = pageOrigin({ developmentUrl, isPackaged: false });
    expect(development.url).toBe(developmentUrl);
    expect(development.owns('http://127.0.0.1:5173/index.html')).toBe(true);
    expect(development.owns('http://127.0.0.1:5174/index.html')).toBe(false);
    expect(pageOrigin({ developmentUrl, isPackaged: true }).url).toBe('app://tidemark/index.html');
  });

  it('takes no page of another machine, whatever the environment says', () => {
    for (const developmentUrl of ['http://example.com/', 'https://127.0.0.1/', 'javascript:1', 'nonsense']) {
      expect(pageOrigin({ developmentUrl, isPackaged: false }).url).toBe('app://tidemark/index.html');
    }
  });
});

describe('isLoadable', () => {
  it('lets a page load what is on this machine and nothing from a network', () => {
    expect(isLoadable('app://tidemark/main.js', own)).toBe(true);
    expect(isLoadable('blob:app://tidemark/1', own)).toBe(true);
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:5173/',
      'ws://example.com/',
      'file:///etc/passwd',
      'x',
    ]) {
      expect(isLoadable(url, own), url).toBe(false);
    }
  });

  it('counts the socket of the development server as its own', () => {
    const origin = pageOrigin({ developmentUrl: 'http://localhost:5173/', isPackaged: false });
    expect(isLoadable('ws://localhost:5173/?token=1', origin)).toBe(true);
    expect(isLoadable('ws://localhost:5174/', origin)).toBe(false);
  });
});
