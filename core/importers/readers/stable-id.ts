/**
 * A short id for content that has none, the same for the same text. It is no proof of anything: two 32-bit
 * FNV-1a sums from different starting points, good enough to tell the threads of one workspace apart.
 */
export function stableId(prefix: string, text: string): string {
  return `${prefix}-${fnv1a(text, 0x811c9dc5)}${fnv1a(text, 0x01234567)}`;
}

function fnv1a(text: string, start: number): string {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
