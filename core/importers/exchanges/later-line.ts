/** What is asked of every line of a log of requests while the log is put together. */
interface LogLine {
  readonly threadName: string | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
}

/** A way to what stands in a source, read again. */
export interface Again<Entry> {
  read(): Entry | undefined;
}

/** Keeps the place of what was said and not the words: a log of requests is put together before it is delivered. */
export class LaterLine<Line> implements LogLine {
  readonly threadName: string | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
  readonly again: Again<Line>;

  constructor({ threadName, failure, model, atMs }: LogLine, again: Again<Line>) {
    this.threadName = threadName;
    this.failure = failure;
    this.model = model;
    this.atMs = atMs;
    this.again = again;
  }

  /** The line as it stands in its source. */
  protected read(): Line | undefined {
    return this.again.read();
  }
}
