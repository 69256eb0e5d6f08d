export function baseName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** `…/agents/conversations`: the end of a path says more than its beginning. */
export function shortPath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`;
}
