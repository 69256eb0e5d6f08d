import { setFlagsFromString } from 'node:v8';

const LARGE_FILE_BYTES = 64 * 1024 * 1024;
/** Beyond what is in use: on a machine with much memory the engine would otherwise let it grow to several times that. */
const GROWTH_PERCENT = 20;
/** The engine's own choice. */
const USUAL = 0;

/** Reads a large file with the garbage collected early. A small one is done before it would matter, and faster without. */
export async function withTightHeap<Value>(fileBytes: number, work: () => Promise<Value>): Promise<Value> {
  if (fileBytes < LARGE_FILE_BYTES) return work();
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  try {
    return await work();
  } finally {
    setFlagsFromString(`--heap-growing-percent=${USUAL}`);
  }
}
