/**
 * One request to a model, with its usage in the normal form: `prompt` holds cached and cache-written
 * tokens, `output` holds reasoning. All counts are whole tokens; null is "the source does not tell".
 */
export interface ModelCall {
  readonly model: string | null;
  /** Index in the run's `messages` of the first message of the reply; null when unknown. */
  readonly replyAt: number | null;
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly cacheWritten: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  readonly total: number | null;
  /** A provider reported these figures. */
  readonly reported: boolean;
  /** False: the source only has a sum over several calls of the run, and this entry holds that sum. */
  readonly perCall: boolean;
  readonly atMs: number | null;
  /**
   * What the provider calls this very answer, where the source keeps it. Two calls of one name are one
   * call that was billed once: sessions that are resumed or forked repeat what came before.
   */
  readonly answerId?: string;
}
