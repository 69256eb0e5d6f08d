import { FoldVertical, Scissors } from 'lucide-react';
import type { ReactElement } from 'react';
import type { PolicyPreview } from '../../../core/replay/index.ts';
import { usePolicy } from '../../app/use-preview.ts';
import { classNames } from '../../components/class-names.ts';
import { Counting } from '../../components/Counting.tsx';
import { change, counted, grouped } from '../../components/format.ts';

const wholeTokens = (tokens: number): string => grouped(Math.round(tokens));

/** Where the boundary would fall under the policy. Dashed: nothing of it exists yet. */
export function PreviewRow({ preview }: { readonly preview: PolicyPreview }): ReactElement {
  const isWindow = usePolicy().summarizer === 'sliding-window';
  const { coveredRuns, coveredTokens, summaryTokens } = preview;
  const runs = coveredRuns === 1 ? 'run 1' : `runs 1–${grouped(coveredRuns)}`;
  const Icon = isWindow ? Scissors : FoldVertical;
  return (
    <section
      aria-label="Boundary under this policy"
      data-testid="preview-boundary"
      className={classNames(
        'flex items-center gap-3.5 rounded-card border border-dashed px-3.5 py-2.5',
        isWindow ? 'border-dropped bg-dropped-soft' : 'border-summary bg-summary-soft',
      )}
    >
      <Icon
        aria-hidden
        className={classNames('size-4 shrink-0', isWindow ? 'text-dropped-ink' : 'text-summary-ink')}
      />
      <div className="min-w-0">
        <p className="font-medium">
          This policy {isWindow ? 'drops' : 'summarizes'} {runs}{' '}
          <span
            className={classNames(
              'numeric ml-1 font-semibold',
              isWindow ? 'text-dropped-ink' : 'text-summary-ink',
            )}
          >
            <Counting value={coveredTokens} format={wholeTokens} />
            {summaryTokens === null
              ? ' tokens'
              : ` → ≈ ${grouped(summaryTokens)} tokens (${change(coveredTokens, summaryTokens)})`}
          </span>
        </p>
        <p className="text-sm text-muted">
          Preview, no model was called · {counted(preview.foldCalls.length, 'fold')} over the thread
          {summaryTokens === null ? '' : ' · the summary’s size is assumed'}
        </p>
      </div>
    </section>
  );
}
