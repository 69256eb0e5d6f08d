import type { ReactElement } from 'react';
import type { DiffSummary } from '../../../core/contract.ts';
import { grouped } from '../../components/format.ts';

/** What stands in the model view for the covered runs. */
export function SummaryCard({ summary }: { readonly summary: DiffSummary }): ReactElement {
  const card = summary.summary;
  const replaced = summary.before.tokens - (summary.after.tokens - (card?.tokens ?? 0));
  if (card === null)
    return (
      <div className="rounded-card border border-dashed border-dropped px-3.5 py-2.5 text-muted">
        Nothing stands here: a sliding window drops the older runs without a summary.
      </div>
    );
  return (
    <div className="@container rounded-card border border-l-3 border-summary-line border-l-summary bg-summary-soft px-3 py-2.5 shadow-card">
      <div className="flex gap-x-3 @max-3xs:flex-col">
        <span className="w-16 shrink-0 pt-px text-xs text-summary-ink">summary</span>
        <div className="min-w-0 flex-1">
          {card.text === null ? (
            <p className="text-muted">
              {card.modelled
                ? 'Not written yet. Run the summarizer to see its words; until then only its size is assumed.'
                : 'The export holds this summary encrypted; its words can’t be shown.'}
            </p>
          ) : (
            <p data-selectable className="break-words whitespace-pre-wrap select-text">
              {card.text}
            </p>
          )}
          <p className="mt-1 text-xs text-muted">
            {card.modelled ? '≈ ' : ''}
            {grouped(card.tokens)} tokens · replaces ≈ {grouped(replaced)}
          </p>
        </div>
      </div>
    </div>
  );
}
