/** Main → the watching worker. */
export type WatchOrder =
  | { readonly kind: 'watch'; readonly folder: string }
  | { readonly kind: 'unwatch'; readonly folder: string }
  | { readonly kind: 'close' };

/** The watching worker → main. */
export type WatchNews =
  | { readonly kind: 'state'; readonly folder: string; readonly state: 'live' | 'missing' }
  /** A file is there or has changed, and has been quiet for a moment. */
  | { readonly kind: 'file'; readonly folder: string; readonly path: string };
