import type { ImportSink } from '../thread-import.ts';

/** Counts the threads that are delivered: what is known of a format may still be nothing that anybody said. */
export class ThreadCount {
  readonly sink: ImportSink;
  #threads = 0;

  constructor(sink: ImportSink) {
    this.sink = {
      ...sink,
      thread: (header) => {
        this.#threads += 1;
        sink.thread(header);
      },
    };
  }

  get isEmpty(): boolean {
    return this.#threads === 0;
  }
}
