/** What is asked of every line of a log of requests while the log is put together. */
interface LogLine {
  readonly threadName: string | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
}

/** Keeps the place of what was said and not the words: a log of requests is put together before it is delivered. */
export class LaterLine<Line extends LogLine> implements LogLine {
  readonly threadName: string | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
  /** The line as it stands in its source, read again. */
  protected readonly read: () => Line | undefined;

  constructor({ threadName, failure, model, atMs }: LogLine, read: () => Line | undefined) {
    this.threadName = threadName;
    this.failure = failure;
    this.model = model;
    this.atMs = atMs;
    this.read = read;
  }
}
