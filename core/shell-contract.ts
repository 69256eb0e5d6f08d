/** What the window knows of the settings, of the program and of its menu. */
export type ThemeChoice = 'light' | 'dark' | 'system';

export interface SettingsView {
  readonly theme: ThemeChoice;
  /** Percent, 90 to 150. */
  readonly textSize: number;
  readonly model: {
    readonly baseUrl: string;
    readonly modelName: string;
    readonly timeoutSeconds: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly hasKey: boolean;
    /** How a key would be kept on this machine: 'plain' means unencrypted, so the person is asked first. */
    readonly keyStorage: 'encrypted' | 'plain' | 'unavailable';
  };
  /** Tokens; used for threads whose model's window isn't known. */
  readonly defaultContextWindow: number;
}

export interface SettingsChange {
  readonly theme?: ThemeChoice;
  readonly textSize?: number;
  readonly defaultContextWindow?: number;
  readonly model?: {
    readonly baseUrl?: string;
    readonly modelName?: string;
    readonly timeoutSeconds?: number;
    readonly headers?: readonly { readonly name: string; readonly value: string }[];
  };
}

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly workspacePath: string;
  /** The last run ended in a crash: the window doesn't reopen its thread. */
  readonly crashedBefore: boolean;
}

/** Commands of the native menu that the window carries out. */
export type MenuCommand =
  | 'import'
  | 'import-history'
  | 'watch-folder'
  | 'settings'
  | 'find'
  | 'go-to-run'
  | 'palette'
  | 'toggle-sidebar'
  | 'toggle-policy'
  | 'view-runs'
  | 'view-diff'
  | 'view-findings'
  | 'view-lab'
  | 'view-survival'
  | 'next-boundary'
  | 'previous-boundary'
  | 'run-summarizer'
  | 'keyboard-help'
  | 'text-larger'
  | 'text-smaller'
  | 'text-reset';
