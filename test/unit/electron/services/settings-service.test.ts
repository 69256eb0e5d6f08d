import { readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SettingsView } from '../../../../core/contract.ts';
import { openModelKey } from '../../../../electron/services/model-key.ts';
import { openSettings, type SettingsService } from '../../../../electron/services/settings-service.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const KEY = 'sk-test-1234567890';

function open(folder: string): {
  readonly settings: SettingsService;
  readonly changes: SettingsView[];
  readonly broken: string[];
} {
  const changes: SettingsView[] = [];
  const broken: string[] = [];
  const settings = openSettings({
    path: join(folder, 'settings.json'),
    key: openModelKey(join(folder, 'model-key.json'), {
      storage: async () => 'plain',
      encrypt: async () => Buffer.alloc(0),
      decrypt: async () => '',
    }),
    onChange: (view) => changes.push(view),
    onBroken: (keptAs) => broken.push(keptAs),
  });
  return { settings, changes, broken };
}

describe('openSettings', () => {
  it('starts with defaults that need no model', async () => {
    const { settings } = open(await tempDir());
    expect(await settings.view()).toEqual({
      theme: 'system',
      textSize: 100,
      defaultContextWindow: 128_000,
      model: {
        baseUrl: 'https://api.openai.com/v1',
        modelName: 'gpt-4o-mini',
        timeoutSeconds: 60,
        headers: [],
        hasKey: false,
        keyStorage: 'plain',
      },
    });
  });

  it('keeps a change, tells it, and leaves everything else', async () => {
    const folder = await tempDir();
    const first = open(folder);
    await first.settings.change({ theme: 'dark', model: { modelName: 'local' } });
    expect(first.changes).toHaveLength(1);

    const again = await open(folder).settings.view();
    expect(again.theme).toBe('dark');
    expect(again.model.modelName).toBe('local');
    expect(again.model.baseUrl).toBe('https://api.openai.com/v1');
    expect(again.textSize).toBe(100);
  });

  it('loses none of several changes made at once', async () => {
    const folder = await tempDir();
    const { settings } = open(folder);
    await Promise.all([
      settings.change({ theme: 'light' }),
      settings.change({ textSize: 120 }),
      settings.change({ model: { timeoutSeconds: 5 } }),
    ]);
    const again = await open(folder).settings.view();
    expect([again.theme, again.textSize, again.model.timeoutSeconds]).toEqual(['light', 120, 5]);
  });

  it.each(['{"version":1,"theme":"pink"}', '{"version":', '[]'])(
    'keeps a file that makes no sense aside and goes on with the defaults: %s',
    async (text) => {
      const folder = await tempDir();
      await writeFile(join(folder, 'settings.json'), text);
      const { settings, broken } = open(folder);
      expect((await settings.view()).theme).toBe('system');
      expect(broken).toEqual([join(folder, 'settings.json.broken')]);
      expect(await readFile(join(folder, 'settings.json.broken'), 'utf8')).toBe(text);
    },
  );

  it('stays as it was when a change can not be written, and takes the next one', async () => {
    const folder = join(await tempDir(), 'data');
    await mkdir(folder);
    const { settings, changes } = open(folder);
    await settings.view();
    await rm(folder, { recursive: true });
    await expect(settings.change({ theme: 'dark' })).rejects.toThrow();
    expect((await settings.view()).theme).toBe('system');
    expect(changes).toEqual([]);
    await mkdir(folder);
    expect((await settings.change({ textSize: 90 })).theme).toBe('system');
  });

  it('tells that there is a key, and never the key', async () => {
    const folder = await tempDir();
    const { settings, changes } = open(folder);
    const view = await settings.setKey(KEY, true);
    expect(view.model.hasKey).toBe(true);
    expect(JSON.stringify([view, changes])).not.toContain(KEY);
    await settings.change({ textSize: 110 });
    for (const name of await readdir(folder)) {
      if (name !== 'model-key.json') expect(await readFile(join(folder, name), 'utf8')).not.toContain(KEY);
    }
    expect((await settings.clearKey()).model.hasKey).toBe(false);
  });

  it('gives the key to whoever calls the model', async () => {
    const { settings } = open(await tempDir());
    await settings.setKey(KEY, true);
    await settings.change({
      model: {
        timeoutSeconds: 2,
        headers: [{ name: 'X-Team', value: 'a' }],
        baseUrl: 'http://127.0.0.1:9/v1',
      },
    });
    expect(await settings.modelEndpoint()).toEqual({
      baseUrl: 'http://127.0.0.1:9/v1',
      modelName: 'gpt-4o-mini',
      timeoutMs: 2000,
      headers: { 'X-Team': 'a' },
      apiKey: KEY,
    });
  });
});
