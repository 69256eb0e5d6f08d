import type { ModelView, RunRecord, StoredSummary } from './thread.ts';

/** What became of one run of the transcript in a model view, or what stands in the view alone. */
export type ViewDiffEntry =
  /** Sent word for word. */
  | { readonly kind: 'kept'; readonly run: RunRecord }
  /** A summary stands for it. */
  | { readonly kind: 'covered'; readonly run: RunRecord; readonly summary: StoredSummary }
  /** Behind a boundary without a summary: the model hears nothing of it. */
  | { readonly kind: 'discarded'; readonly run: RunRecord; readonly summary: StoredSummary }
  /** Newer than the run that the view goes up to. */
  | { readonly kind: 'later'; readonly run: RunRecord }
  /** Made for the view: nobody said it. Stands where it is sent, before the first run that is kept. */
  | { readonly kind: 'synthetic'; readonly summary: StoredSummary };

/**
 * Lines the transcript up with a model view of the same thread. Every run of the transcript is in it
 * once, in order, and at most one synthetic entry.
 */
export function diffView(transcript: readonly RunRecord[], view: ModelView): readonly ViewDiffEntry[] {
  const { summary } = view;
  const keptFrom = transcript.findIndex((run) => run.runId === view.runs[0]?.runId);
  const firstKept = keptFrom < 0 ? transcript.length : keptFrom;
  const firstLater = firstKept + view.runs.length;
  const entries = transcript.map((run, index): ViewDiffEntry => {
    if (index >= firstLater) return { kind: 'later', run };
    if (index >= firstKept || summary === null) return { kind: 'kept', run };
    return { kind: summary.message === null ? 'discarded' : 'covered', run, summary };
  });
  if (summary === null || summary.message === null) return entries;
  return [...entries.slice(0, firstKept), { kind: 'synthetic', summary }, ...entries.slice(firstKept)];
}
