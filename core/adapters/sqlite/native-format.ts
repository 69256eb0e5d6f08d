/** Format of threads that Tidemark itself wrote: branches of imported ones, and those an agent saved. */
export const NATIVE_FORMAT = 'tidemark';
