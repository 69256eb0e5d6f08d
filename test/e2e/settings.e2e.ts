import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startResponsesServer, textReply } from '../support/responses-server.ts';
import { ask, askValue } from './support/api.ts';
import { expect, test } from './support/test-app.ts';

const KEY = 'sk-e2e-0123456789abcdef';

/** Every file under `folder` that holds the text; Chromium's own files too. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = [];
  for (const name of names) {
    const path = join(folder, name);
    // Chromium makes and removes files of its own meanwhile.
    const bytes = await readFile(path).catch(() => null);
    if (bytes?.includes(text) === true) found.push(name);
  }
  return found;
}

test('a key is kept unencrypted only when that was agreed to, and never comes back to the page', async ({
  launch,
}) => {
  const { window: page, userData } = await launch();
  expect((await askValue(page, 'settings:get', {})).model).toMatchObject({
    hasKey: false,
    // There is no keyring on this display.
    keyStorage: 'plain',
  });

  const refused = await ask(page, 'settings:set-key', { key: KEY, allowPlain: false });
  expect(refused).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(await filesWith(userData, KEY)).toEqual([]);

  const told = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.tidemark!.on('settings:changed', resolve);
      }),
  );
  const agreed = await askValue(page, 'settings:set-key', { key: KEY, allowPlain: true });
  expect(agreed.model.hasKey).toBe(true);
  expect(JSON.stringify([agreed, await told, await askValue(page, 'settings:get', {})])).not.toContain(KEY);
  expect(await filesWith(userData, KEY)).toEqual(['model-key.json']);

  expect((await askValue(page, 'settings:clear-key', {})).model.hasKey).toBe(false);
  expect(await filesWith(userData, KEY)).toEqual([]);
});

test('settings outlive a restart, the theme from the first frame on', async ({ launch }) => {
  const first = await launch();
  await askValue(first.window, 'settings:change', {
    theme: 'dark',
    textSize: 120,
    model: { modelName: 'local' },
  });
  await first.app.close();

  const { app, window: page } = await launch();
  expect(await askValue(page, 'settings:get', {})).toMatchObject({
    theme: 'dark',
    textSize: 120,
    model: { modelName: 'local', baseUrl: 'https://api.openai.com/v1' },
  });
  const looks = await app.evaluate(({ nativeTheme, BrowserWindow, Menu }) => ({
    theme: nativeTheme.themeSource,
    background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    marked: Menu.getApplicationMenu()?.getMenuItemById('theme-dark')?.checked,
  }));
  expect(looks).toEqual({ theme: 'dark', background: '#0E131A', marked: true });
});

test('a settings file that makes no sense is kept aside and the app starts with the defaults', async ({
  launch,
  folder,
}) => {
  const first = await launch();
  await first.app.close();
  const path = join(folder, 'data', 'settings.json');
  await writeFile(path, '{"version":1,"theme":"pink"');

  const { window: page } = await launch();
  expect((await askValue(page, 'settings:get', {})).theme).toBe('system');
  expect(await readFile(`${path}.broken`, 'utf8')).toContain('pink');
});

test('an address that can not be one is refused and changes nothing', async ({ launch }) => {
  const { window: page } = await launch();
  const before = await askValue(page, 'settings:get', {});
  for (const baseUrl of ['not an address', 'file:///etc', 'https://me:secret@example.com/v1']) {
    const answer = await ask(page, 'settings:change', { model: { baseUrl } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  }
  expect(await askValue(page, 'settings:get', {})).toEqual(before);
});

test('testing the model sends one small request with the key, and says what is wrong when it fails', async ({
  launch,
}) => {
  const server = await startResponsesServer([
    textReply('ready', { input: 12, output: 1 }),
    { failure: { status: 401, message: 'no such key' } },
  ]);
  const { window: page } = await launch();
  await askValue(page, 'settings:change', { model: { baseUrl: server.baseUrl, modelName: 'small-model' } });
  await askValue(page, 'settings:set-key', { key: KEY, allowPlain: true });

  const tested = await askValue(page, 'settings:test-model', {});
  expect(tested.modelName).toBe('small-model');
  expect(tested.durationMs).toBeGreaterThanOrEqual(0);
  expect(server.requests[0]).toMatchObject({ path: '/v1/responses', body: { model: 'small-model' } });
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);

  const failed = await ask(page, 'settings:test-model', {});
  expect(failed).toMatchObject({ ok: false, error: { code: 'model-failed' } });
  expect(JSON.stringify(failed)).not.toContain(KEY);
  await server.close();
});
