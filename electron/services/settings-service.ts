import type { SettingsChange, SettingsView } from '../../core/contract.ts';
import type { ModelKey } from './model-key.ts';
import { readSettings, writeSettings, type Settings } from './settings-file.ts';

/** Where and how the configured model is reached. Never goes to the window: it holds the key. */
export interface ModelEndpoint {
  readonly baseUrl: string;
  readonly modelName: string;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null when none is kept; a local server may need none. */
  readonly apiKey: string | null;
}

export interface SettingsService {
  view(): Promise<SettingsView>;
  change(change: SettingsChange): Promise<SettingsView>;
  setKey(key: string, allowPlain: boolean): Promise<SettingsView>;
  clearKey(): Promise<SettingsView>;
  modelEndpoint(): Promise<ModelEndpoint>;
  /** Tokens. */
  defaultContextWindow(): Promise<number>;
  /** Paths. Not in the view: the window can't name a folder, only choose one in the system's dialog. */
  watchedFolders(): Promise<readonly string[]>;
  setWatchedFolders(folders: readonly string[]): Promise<void>;
}

/**
 * The settings, read once and written whole at each change, one change after the other.
 *
 * `onChange` is called after a change is on the disk.
 */
export function openSettings(options: {
  readonly path: string;
  readonly key: ModelKey;
  readonly onChange: (view: SettingsView) => void;
  readonly onBroken: (keptAs: string, why: unknown) => void;
}): SettingsService {
  const { path, key, onChange, onBroken } = options;
  let current: Promise<Settings> = readSettings(path, onBroken);
  const view = async (): Promise<SettingsView> => viewOf(await current, key);
  const changed = async (): Promise<SettingsView> => {
    const now = await view();
    onChange(now);
    return now;
  };

  const write = async (change: (settings: Settings) => Settings): Promise<void> => {
    const before = current;
    const written = before.then(async (settings) => {
      const next = change(settings);
      await writeSettings(path, next);
      return next;
    });
    // A failed write leaves the settings as they were, for the next change too.
    current = written.catch(() => before);
    await written;
  };

  return {
    view,
    change: async (change) => {
      await write((settings) => merged(settings, change));
      return changed();
    },
    watchedFolders: async () => (await current).watchedFolders,
    setWatchedFolders: (folders) => write((settings) => ({ ...settings, watchedFolders: [...folders] })),
    setKey: async (text, allowPlain) => {
      await key.write(text, allowPlain);
      return changed();
    },
    clearKey: async () => {
      await key.clear();
      return changed();
    },
    defaultContextWindow: async () => (await current).defaultContextWindow,
    modelEndpoint: async () => {
      const { model } = await current;
      return {
        baseUrl: model.baseUrl,
        modelName: model.modelName,
        timeoutMs: model.timeoutSeconds * 1000,
        headers: Object.fromEntries(model.headers.map(({ name, value }) => [name, value])),
        apiKey: await key.read(),
      };
    },
  };
}

function merged(settings: Settings, change: SettingsChange): Settings {
  const { model, ...appearance } = change;
  return {
    ...settings,
    ...appearance,
    model: { ...settings.model, ...model, headers: [...(model?.headers ?? settings.model.headers)] },
  };
}

async function viewOf(settings: Settings, key: ModelKey): Promise<SettingsView> {
  const { theme, textSize, defaultContextWindow, model } = settings;
  const keyStorage = await key.storage();
  const hasKey = await hasUsableKey(key);
  return { theme, textSize, defaultContextWindow, model: { ...model, hasKey, keyStorage } };
}

/** A damaged key file counts as no key here; using the model then says what is wrong with it. */
async function hasUsableKey(key: ModelKey): Promise<boolean> {
  return key.has().catch(() => false);
}
