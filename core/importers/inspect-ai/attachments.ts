import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList } from '../readers/json-text.ts';

/** Long texts and images are kept once, beside the sample: `attachment://` and, before, `tc://` refer to them. */
const REFERENCE = /(?:attachment|tc):\/\/([0-9a-f]{32})/g;
/** Messages nest a few levels. */
const DEEPEST_VALUE = 40;

/** Puts what a sample keeps aside back where it is referred to. */
export class Attachments {
  readonly #contents: RawRecord;

  constructor(contents: unknown) {
    this.#contents = isRecord(contents) ? contents : {};
  }

  /** A copy, where anything had to be put back. */
  resolve(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#resolveText(value);
    if (depth > DEEPEST_VALUE) return value;
    if (isList(value)) return value.map((element) => this.resolve(element, depth + 1));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [name, this.resolve(held, depth + 1)]),
    );
  }

  #resolveText(text: string): string {
    if (!text.includes('://')) return text;
    return text.replace(REFERENCE, (reference, hash: string) => {
      const content = this.#contents[hash];
      return typeof content === 'string' ? content : reference;
    });
  }
}
