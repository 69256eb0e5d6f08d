import type { ImportSink } from '../thread-import.ts';

/** Kinds beyond these share one warning: a hostile file may have as many kinds as lines. */
const NAMED_KINDS = 20;

/** Counts the records that an importer doesn't know, and tells of them once per kind. */
export class SkippedRecords {
  readonly #kinds = new Map<string, { count: number; readonly firstLine: number | null }>();
  #otherCount = 0;

  add(kind: string, line: number | null): void {
    const known = this.#kinds.get(kind);
    if (known !== undefined) known.count += 1;
    else if (this.#kinds.size < NAMED_KINDS) this.#kinds.set(kind, { count: 1, firstLine: line });
    else this.#otherCount += 1;
  }

  report(sink: ImportSink): void {
    for (const [kind, { count, firstLine }] of this.#kinds) {
      const name = kind === '' ? 'without a type' : `of type “${kind.slice(0, 60).toWellFormed()}”`;
      const where =
        firstLine === null ? '' : count === 1 ? ` (line ${firstLine})` : `; the first is line ${firstLine}`;
      const message =
        count === 1
          ? `One record ${name} holds nothing that is known here and was skipped${where}.`
          : `${count} records ${name} hold nothing that is known here and were skipped${where}.`;
      sink.warning({ code: 'unknown-record', line: firstLine, message });
    }
    if (this.#otherCount > 0) {
      sink.warning({
        code: 'unknown-record',
        line: null,
        message: `${this.#otherCount} records of still other types were skipped.`,
      });
    }
  }
}
