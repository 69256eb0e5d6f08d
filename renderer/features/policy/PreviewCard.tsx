import type { ReactElement, ReactNode } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { fixedPartExceeds, SOURCES, type PolicyPreview } from '../../../core/replay/index.ts';
import { useContextWindow } from '../../app/use-preview.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Counting } from '../../components/Counting.tsx';
import { counted, dollars, percent, shortTokens } from '../../components/format.ts';
import { savingPerCall } from '../../selectors/replay-ledger.ts';
import { fittingThreshold } from '../../selectors/threshold-scale.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { useReplay } from '../lab/use-replay.ts';

/** What the policy does to this thread, before anything is run. Follows the knobs as they turn. */
export function PreviewCard({
  overview,
  preview,
  policy,
}: {
  readonly overview: ThreadOverview;
  readonly preview: PolicyPreview;
  readonly policy: PolicySpec;
}): ReactElement {
  const lastFold = preview.foldCalls.at(-1);
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <h3 className="section-label">Preview</h3>
      {/* Another thread: its figures are others, and not those of this one that have changed. */}
      <div
        key={overview.thread}
        className="flex flex-col gap-1.5 rounded-card border border-line bg-surface-2 px-3 py-2.5"
      >
        {lastFold === undefined ? (
          <NothingFolds preview={preview} policy={policy} />
        ) : (
          <Folds overview={overview} preview={preview} lastFold={lastFold} />
        )}
        <Unreachable preview={preview} policy={policy} />
      </div>
    </section>
  );
}

function Folds({
  overview,
  preview,
  lastFold,
}: {
  readonly overview: ThreadOverview;
  readonly preview: PolicyPreview;
  readonly lastFold: number;
}): ReactElement {
  const { series, boundaryRun, coveredRuns, coveredTokens, foldCalls } = preview;
  const after = series.promptTokens[lastFold] ?? 0;
  const before = (series.measuredTokens[lastFold] ?? 0) + (series.pendingTokens[lastFold] ?? 0);
  const contextWindow = useContextWindow(overview);
  return (
    <>
      <Figure name="Boundary after">
        <button
          type="button"
          className="rounded-sm font-semibold text-text underline decoration-line-strong underline-offset-2 hover:decoration-accent"
          onClick={() => {
            viewActions().goToRun(boundaryRun ?? 0);
          }}
        >
          run {(boundaryRun ?? 0) + 1}
        </button>
      </Figure>
      <Figure name="Covered">
        {counted(coveredRuns, 'run')} · ≈ <Counting value={coveredTokens} format={shortTokens} />
      </Figure>
      <Figure name="Before the fold">
        {aboutMark(preview, lastFold - 1)}
        <Counting value={before} format={shortTokens} />
      </Figure>
      <Figure name="Occupancy after">
        <span className="whitespace-nowrap">
          {aboutMark(preview, lastFold)}
          <Counting
            value={after}
            format={(tokens) =>
              contextWindow === null
                ? shortTokens(tokens)
                : `${shortTokens(tokens)} · ${percent(tokens / contextWindow)}`
            }
          />
        </span>
      </Figure>
      <Figure name="Folds on the way">{String(foldCalls.length)}</Figure>
      <PaysBack overview={overview} />
    </>
  );
}

/** Why no fold helps: what is fixed is over the threshold by itself, or with what is kept. */
function Unreachable({
  preview,
  policy,
}: {
  readonly preview: PolicyPreview;
  readonly policy: PolicySpec;
}): ReactElement | null {
  const words = unreachableWords(preview, policy);
  return words === null ? null : <p className="mt-1 text-sm text-dropped-ink">{words}</p>;
}

function unreachableWords(preview: PolicyPreview, policy: PolicySpec): string | null {
  if (fixedPartExceeds(policy, preview.overheadTokens) && preview.highestTokens > preview.overheadTokens) {
    const what = preview.overheadSource === 'instructions' ? 'The system prompt' : 'System prompt and tools';
    return `${what} alone, ≈ ${shortTokens(preview.overheadTokens)}, exceeds the threshold: no fold can make that less.`;
  }
  if (preview.reachable || preview.foldCalls.length === 0) return null;
  return (
    `The threshold is not above the floor of this thread, ≈ ${shortTokens(preview.floorTokens ?? 0)}: a fold ` +
    "can't bring it under the threshold, so it fires at nearly every call."
  );
}

function savingWords(saving: number): string {
  const amount = dollars(Math.abs(saving));
  return amount === dollars(0) ? 'the same' : `${saving > 0 ? '−' : '+'}${amount} each`;
}

/** What the last fold changes for the calls after it, in money; nothing where prices aren't known. */
function PaysBack({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  const fold = useReplay(overview)?.folds.at(-1);
  const saving = fold === undefined ? null : savingPerCall(fold);
  if (fold === undefined || fold.balances.length === 0) return null;
  return (
    <>
      {saving === null ? null : (
        <Figure name="Next calls cost">
          <span className={saving >= 0 ? 'text-kept-ink' : 'text-dropped-ink'}>{savingWords(saving)}</span>
        </Figure>
      )}
      <Figure name="Pays back after">
        {fold.paidBackAtCall === null ? (
          <span className="text-dropped-ink">never in this thread</span>
        ) : (
          counted(fold.paidBackAtCall - fold.call + 1, 'call')
        )}
      </Figure>
    </>
  );
}

function NothingFolds({
  preview,
  policy,
}: {
  readonly preview: PolicyPreview;
  readonly policy: PolicySpec;
}): ReactElement {
  const { turnKnob } = usePolicyStore((state) => state.actions);
  const canFit =
    policy.summarizer === 'llm' &&
    preview.floorTokens !== null &&
    preview.neverFiresFromTokens > preview.floorTokens;
  return (
    <>
      <p>{whyNothing(preview, policy)}</p>
      <Figure name="Highest occupancy">
        ≈ <Counting value={preview.highestTokens} format={shortTokens} />
      </Figure>
      {canFit ? (
        <Button
          size="small"
          className="mt-1 self-start"
          onClick={() => {
            turnKnob('tokenThreshold', fittingThreshold(preview));
          }}
        >
          Fit threshold to this thread
        </Button>
      ) : null}
    </>
  );
}

function whyNothing(preview: PolicyPreview, policy: PolicySpec): string {
  switch (policy.summarizer) {
    case 'none':
      return 'No summarizer: every run is sent, always.';
    case 'sliding-window':
      return 'Drops nothing: this thread never has more runs than the window keeps.';
    case 'llm':
      return preview.floorTokens === null
        ? nothingToSummarize(preview, policy.tokenThreshold)
        : 'Never fires: this thread never gets above the threshold.';
  }
}

function nothingToSummarize({ highestTokens }: PolicyPreview, threshold: number): string {
  return highestTokens > threshold
    ? 'Over the threshold, but nothing to summarize: this thread never has more runs than the keep window.'
    : 'Never fires: this thread never has more runs than the keep window.';
}

/** Marks a number of tokens that isn't a provider's own. */
function aboutMark({ series }: PolicyPreview, call: number): string {
  return SOURCES[series.source[call] ?? -1] === 'measured' ? '' : '≈ ';
}

function Figure({
  name,
  className,
  children,
}: {
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className={classNames('flex items-baseline justify-between gap-3', className)}>
      <span className="text-muted">{name}</span>
      <span className="numeric text-right font-semibold">{children}</span>
    </div>
  );
}
