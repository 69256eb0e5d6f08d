import type {
  SummaryModel,
  SummaryModelAnswer,
  SummaryModelRequest,
} from '../../core/summarizers/summary-model.ts';
import type { Usage } from '../../core/domain/usage.ts';

export interface ScriptedSummary {
  readonly text: string;
  readonly usage: Usage | null;
  readonly incompleteReason?: string;
}

/** Answers in order, and fails on a call that the script doesn't have. An error in the script is thrown. */
export class ScriptedSummaryModel implements SummaryModel {
  readonly modelName = 'scripted';
  readonly requests: SummaryModelRequest[] = [];
  readonly #script: readonly (ScriptedSummary | Error)[];

  constructor(script: readonly (ScriptedSummary | Error)[]) {
    this.#script = script;
  }

  async complete(request: SummaryModelRequest): Promise<SummaryModelAnswer> {
    const next = this.#script[this.requests.length];
    this.requests.push(request);
    if (next === undefined) throw new Error(`unexpected summary call ${this.requests.length}`);
    if (next instanceof Error) throw next;
    request.onText?.(next.text);
    return { ...next, raw: { scripted: true }, modelName: this.modelName };
  }
}
