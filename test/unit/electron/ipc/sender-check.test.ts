import { describe, expect, it } from 'vitest';
import { isOwnSender } from '../../../../electron/ipc/sender-check.ts';
import { pageOrigin } from '../../../../electron/page-origin.ts';

const origin = pageOrigin({ developmentUrl: undefined, isPackaged: true });

const contents = (url: string) => ({ mainFrame: { url, parent: null } });

describe('isOwnSender', () => {
  const own = contents('app://tidemark/index.html');

  it('knows the main frame of its own window', () => {
    expect(isOwnSender({ sender: own, senderFrame: own.mainFrame }, own, origin)).toBe(true);
  });

  it('knows nobody else', () => {
    const other = contents('app://tidemark/index.html');
    const moved = contents('https://example.com/');
    const inner = { url: 'app://tidemark/index.html', parent: own.mainFrame };
    expect(isOwnSender({ sender: other, senderFrame: other.mainFrame }, own, origin)).toBe(false);
    expect(isOwnSender({ sender: moved, senderFrame: moved.mainFrame }, moved, origin)).toBe(false);
    expect(isOwnSender({ sender: own, senderFrame: inner }, own, origin)).toBe(false);
    // The frame that asked is gone, or the window is.
    expect(isOwnSender({ sender: own, senderFrame: null }, own, origin)).toBe(false);
    expect(isOwnSender({ sender: own, senderFrame: own.mainFrame }, null, origin)).toBe(false);
  });
});
