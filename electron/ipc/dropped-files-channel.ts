/**
 * Preload → main, not among the page's requests: the paths of files that a person dropped, which only the
 * preload can read. The page itself can't name a path.
 */
export const DROPPED_FILES_CHANNEL = 'import:dropped';
