import { useMemo, type ReactElement } from 'react';
import type { ContentKind, ThreadOverview, TokenizerReport } from '../../../core/contract.ts';
import {
  calibrate,
  calibrationPoints,
  indexProfile,
  occupancyScale,
  type Calibration,
  type CalibrationPoint,
  type OccupancyScale,
} from '../../../core/replay/index.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { grouped, percent, shortTokens } from '../../components/format.ts';
import { valueOf } from '../../data/async.ts';
import { calibrationSeries, residuals } from '../../selectors/replay-calibration.ts';
import { FigureList } from './FigureList.tsx';
import { LabCard } from './LabCard.tsx';
import { useLabAnswer } from './use-lab-answer.ts';
import { XyPlot } from './XyPlot.tsx';

/** How far the estimates can be trusted: against what the provider reported, and against an exact count. */
export function CalibrationSection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const index = indexProfile(overview.profile);
  const calibration = calibrate(index);
  const points = useMemo(() => calibrationPoints(indexProfile(overview.profile)), [overview]);
  const question = useMemo(() => ({ thread: overview.thread }), [overview]);
  const tokens = useLabAnswer('lab:tokenize', question);
  return (
    <>
      {calibration === null ? (
        <EmptyState className="card" title="Nothing was reported">
          No model call of this thread tells its usage, so every figure is an estimate: overhead{' '}
          {overheadWords(occupancyScale(index))}, factor 1.
        </EmptyState>
      ) : (
        <Fit overview={overview} calibration={calibration} points={points} tokens={valueOf(tokens)} />
      )}
      <LabCard
        title="Estimate against an exact count, by kind of content"
        aside={<span className="text-sm text-muted">{valueOf(tokens)?.encoding ?? ''}</span>}
      >
        {tokens.state === 'failed' ? (
          <ErrorState title="The texts can't be counted" message={tokens.error.message} />
        ) : (
          <KindTable report={valueOf(tokens)} />
        )}
      </LabCard>
    </>
  );
}

function overheadWords({ overheadTokens, overheadSource }: OccupancyScale): string {
  const tokens = grouped(Math.round(overheadTokens));
  return overheadSource === 'instructions' ? `≈ ${tokens} (its instructions, tools not known)` : tokens;
}

function Fit({
  overview,
  calibration,
  points,
  tokens,
}: {
  readonly overview: ThreadOverview;
  readonly calibration: Calibration;
  readonly points: readonly CalibrationPoint[];
  readonly tokens: TokenizerReport | null;
}): ReactElement {
  const series = useMemo(
    () => calibrationSeries(overview.profile, calibration, points, tokens),
    [overview, calibration, points, tokens],
  );
  const left = useMemo(() => residuals(calibration, points), [calibration, points]);
  const equation = `measured = ${grouped(Math.round(calibration.overheadTokens))} + ${calibration.factor.toFixed(3)} × estimate`;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,21rem),1fr))] gap-3.5">
      <LabCard title="Reported against estimated">
        <XyPlot
          label={`${grouped(points.length)} reports against estimates; ${equation}.`}
          height={220}
          series={series}
          formatX={shortTokens}
          formatY={shortTokens}
          xLabel="estimate →"
        />
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          <span>
            <span className="text-measured">●</span> reported
          </span>
          <span>
            <span className="text-accent">—</span> fit
          </span>
          {tokens === null ? null : (
            <span>
              <span className="text-summary">╌</span> exact count of the text ({tokens.encoding}), without
              system prompt and tools
            </span>
          )}
        </p>
      </LabCard>
      <LabCard title="The fit">
        <p data-selectable className="numeric mb-3 font-semibold">
          {equation}
        </p>
        <FigureList
          entries={[
            {
              name: 'Overhead',
              value: `${grouped(Math.round(calibration.overheadTokens))} tokens`,
              meaning: 'What every prompt holds besides the transcript: system prompt and tools.',
            },
            {
              name: 'Factor',
              value: calibration.factor.toFixed(3),
              meaning: 'Provider tokens to one estimated token.',
            },
            {
              name: 'Median error',
              value: percent(calibration.medianError),
              meaning: 'Half of the reports are nearer.',
            },
            { name: 'Reports', value: grouped(calibration.samples) },
            ...(calibration.rejectedFactor === null
              ? []
              : [{ name: 'Factor that was not used', value: calibration.rejectedFactor.toFixed(2) }]),
          ]}
        />
        {calibration.rejectedFactor === null ? null : (
          <p className="mt-2 text-sm text-summary-ink">
            No text grows by {calibration.rejectedFactor.toFixed(2)} tokens for each estimated one: reports
            and content can&apos;t belong together, so the factor is 1.
          </p>
        )}
        <h4 className="mt-4 mb-1.5 text-sm text-muted">Error of the fit, report by report</h4>
        <XyPlot
          label={`Errors of the fit from ${percent(Math.min(...left.map(({ y }) => y)))} to ${percent(Math.max(...left.map(({ y }) => y)))}.`}
          height={110}
          series={[{ id: 'residuals', kind: 'points', className: 'fill-measured', points: left }]}
          formatX={(call) => `call ${Math.round(call) + 1}`}
          formatY={percent}
          xLabel=""
          fromZero
        />
      </LabCard>
    </div>
  );
}

const KIND_WORDS: Readonly<Record<ContentKind, string>> = {
  prose: 'Prose',
  code: 'Code',
  json: 'JSON',
  'other-script': 'Other scripts',
};
const KINDS: readonly ContentKind[] = ['prose', 'code', 'json', 'other-script'];
/** Fewer tokens than this say nothing about a kind. */
const ENOUGH_TOKENS = 500;

function KindTable({ report }: { readonly report: TokenizerReport | null }): ReactElement {
  if (report === null) return <p className="text-muted">Counting every text of the thread…</p>;
  const rows = KINDS.flatMap((kind) => report.byKind.filter((row) => row.kind === kind));
  return (
    <>
      <table className="w-full">
        <thead className="text-sm text-muted">
          <tr>
            {['Kind', 'Texts', 'Estimated', 'Exact', 'Estimate is'].map((head, place) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-line pb-1.5 font-medium ${place === 0 ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.kind}>
              <th scope="row" className="border-b border-line py-1.5 text-left font-normal">
                {KIND_WORDS[row.kind]}
              </th>
              <td className="numeric border-b border-line text-right">{grouped(row.texts)}</td>
              <td className="numeric border-b border-line text-right">{grouped(row.estimatedTokens)}</td>
              <td className="numeric border-b border-line text-right">{grouped(row.exactTokens)}</td>
              <td className="numeric border-b border-line text-right">
                {row.exactTokens < ENOUGH_TOKENS ? (
                  <span className="text-muted">too little to tell</span>
                ) : (
                  offBy(row.estimatedTokens, row.exactTokens)
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="pt-1.5 text-left font-semibold">
              All, with framing
            </th>
            <td />
            <td className="numeric pt-1.5 text-right font-semibold">{grouped(report.estimatedTokens)}</td>
            <td className="numeric pt-1.5 text-right font-semibold">{grouped(report.exactTokens)}</td>
            <td className="numeric pt-1.5 text-right font-semibold">
              {offBy(report.estimatedTokens, report.exactTokens)}
            </td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 text-xs text-muted">
        Only an explanation: policies are decided by the estimate, as in the SDK. The count is exact for
        models with this encoding and near for others.
        {report.sampledCharacters === null
          ? ''
          : ' The end of this long thread was counted by the share of its beginning.'}
      </p>
    </>
  );
}

function offBy(estimated: number, exact: number): string {
  if (exact === 0) return '–';
  const share = estimated / exact - 1;
  return Math.abs(share) < 0.005 ? 'right' : `${percent(Math.abs(share))} ${share < 0 ? 'low' : 'high'}`;
}
