import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { appearance, modelSettings } from '../ipc/argument-schemas.ts';
import { writeTextFile } from './text-file.ts';

const SETTINGS_SCHEMA = z.object({
  version: z.literal(1),
  ...appearance,
  model: z.object(modelSettings),
  watchedFolders: z.array(z.string().min(1)).default([]),
});

/** Everything that is kept of the settings but the key, which has a file of its own. */
export type Settings = z.infer<typeof SETTINGS_SCHEMA>;

export const DEFAULT_SETTINGS: Settings = {
  version: 1,
  theme: 'system',
  textSize: 100,
  defaultContextWindow: 128_000,
  model: {
    baseUrl: 'https://api.openai.com/v1',
    modelName: 'gpt-4o-mini',
    timeoutSeconds: 60,
    headers: [],
  },
  watchedFolders: [],
};

/**
 * Reads the settings; the defaults when there are none. A file that can't be understood is kept beside as
 * `settings.json.broken`, in case somebody wrote it by hand, and `onBroken` learns why. Never rejects:
 * without settings the app still shows threads.
 */
export async function readSettings(
  path: string,
  onBroken: (keptAs: string, why: unknown) => void,
): Promise<Settings> {
  try {
    const text = await readFile(path, 'utf8');
    return SETTINGS_SCHEMA.parse(JSON.parse(text));
  } catch (why) {
    if (!isMissing(why)) onBroken(await keepAside(path), why);
    return DEFAULT_SETTINGS;
  }
}

export async function writeSettings(path: string, settings: Settings): Promise<void> {
  await writeTextFile(path, `${JSON.stringify(settings, null, 2)}\n`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function keepAside(path: string): Promise<string> {
  const aside = `${path}.broken`;
  return rename(path, aside).then(
    () => aside,
    () => path,
  );
}
