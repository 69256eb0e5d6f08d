import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageFile, servePageFile } from '../../../electron/page-files.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** A page beside a file that isn't part of it. */
async function builtPage(): Promise<string> {
  const outside = await tempDir();
  const folder = join(outside, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(outside, 'secret.json'), '{"key":"sk-1"}');
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head><title>T</title></head></html>');
  await writeFile(join(folder, 'assets', 'main.js'), 'export {};');
  return folder;
}

describe('pageFile', () => {
  it('names the files of the page', () => {
    expect(pageFile('/page', 'app://tidemark/')).toBe(join('/page', 'index.html'));
    expect(pageFile('/page', 'app://tidemark/assets/main.js?v=1#x')).toBe(join('/page', 'assets', 'main.js'));
    expect(pageFile('/page', 'app://tidemark/a%20b.css')).toBe(join('/page', 'a b.css'));
  });

  it.each([
    ['another host', 'app://elsewhere/index.html'],
    ['a way out with the other separator', 'app://tidemark/..%5csecret.json'],
    ['an encoded slash behind dots', 'app://tidemark/assets/..%2f..%2fsecret.json'],
    ['a drive', 'app://tidemark/c:/secret.json'],
    ['a NUL', 'app://tidemark/index.html%00.js'],
    ['a broken escape', 'app://tidemark/%e0%a4%a'],
    ['a type that a page does not need', 'app://tidemark/workspace.sqlite'],
    ['no URL at all', 'index.html'],
  ])('names no file for %s', (_what, url) => {
    expect(pageFile('/page', url)).toBeNull();
  });

  it('never leaves the folder, whatever dots the URL holds', () => {
    expect(pageFile('/page', 'app://tidemark/../../secret.json')).toBe(join('/page', 'secret.json'));
    expect(pageFile('/page', 'app://tidemark/%2e%2e/secret.json')).toBe(join('/page', 'secret.json'));
    // Decoded once and no further, so these dots are a folder's name.
    expect(pageFile('/page', 'app://tidemark/%252e%252e/a.json')).toBe(join('/page', '%2e%2e', 'a.json'));
  });
});

describe('servePageFile', () => {
  it('answers with the right type and a policy that allows nothing unsafe', async () => {
    const folder = await builtPage();
    const answer = await servePageFile(folder, new Request('app://tidemark/assets/main.js'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('answers 404 to a file that is not there or not its own, and 405 to a write', async () => {
    const folder = await builtPage();
    const status = async (url: string, method = 'GET') =>
      (await servePageFile(folder, new Request(url, { method }))).status;
    expect(await status('app://tidemark/none.js')).toBe(404);
    expect(await status('app://tidemark/..%2fsecret.json')).toBe(404);
    expect(await status('app://tidemark/index.html', 'POST')).toBe(405);
  });
});
