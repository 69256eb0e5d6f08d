import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import type { Finding } from '../../../core/domain/finding.ts';
import { request } from '../../app/inspector-api.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { grouped } from '../../components/format.ts';
import { AfterPatience, Skeleton } from '../../components/Skeleton.tsx';
import { IDLE, loading, settled, valueOf, type Async } from '../../data/async.ts';
import { viewActions } from '../../stores/view-store.ts';
import { FINDING_TEXTS, SEVERITIES, type Severity } from './finding-texts.ts';

type ListedFinding = Finding & { readonly run: number | null };

/** Rows drawn at first in a group; a thread of 10,000 runs can have a finding on each. */
const FIRST_ROWS = 50;

const ICONS = { error: CircleAlert, warning: TriangleAlert, note: Info } as const;
const INKS = { error: 'text-dropped-ink', warning: 'text-summary-ink', note: 'text-muted' } as const;

/** What is wrong with the thread, worst first, each with the run it concerns. */
export function FindingsView({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const [findings, setFindings] = useState<Async<readonly ListedFinding[]>>(IDLE);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      setFindings(loading);
      const result = await request('findings:list', { thread: overview.thread });
      if (isCurrent) setFindings(settled(result));
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [overview, attempt]);

  if (findings.state === 'failed')
    return (
      <ErrorState
        className="m-5"
        title="The findings can't be read"
        message={findings.error.message}
        onRetry={() => {
          setAttempt(attempt + 1);
        }}
      />
    );
  const shown = valueOf(findings);
  if (shown === null)
    return (
      <AfterPatience>
        <div role="status" aria-label="Reading the findings" className="flex flex-col gap-2 p-5">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-16 w-full rounded-card" />
          ))}
        </div>
      </AfterPatience>
    );
  if (shown.length === 0)
    return (
      <EmptyState
        className="h-full"
        icon={<CircleCheck aria-hidden className="size-8 text-kept" />}
        title="Nothing is wrong with this thread"
      >
        Its boundaries apply, its tool calls are answered and its usage adds up.
      </EmptyState>
    );
  return (
    <div className="h-full overflow-y-auto px-5 py-4">
      {SEVERITIES.map(({ severity, title }) => (
        <Group
          key={severity}
          severity={severity}
          title={title}
          findings={shown.filter((finding) => FINDING_TEXTS[finding.code].severity === severity)}
        />
      ))}
    </div>
  );
}

function Group({
  severity,
  title,
  findings,
}: {
  readonly severity: Severity;
  readonly title: string;
  readonly findings: readonly ListedFinding[];
}): ReactElement | null {
  const [most, setMost] = useState(FIRST_ROWS);
  if (findings.length === 0) return null;
  return (
    <section aria-label={title} className="mb-5 last:mb-0">
      <h2 className="section-label mb-2">
        {title} · {grouped(findings.length)}
      </h2>
      <ul className="flex flex-col gap-2">
        {findings.slice(0, most).map((finding, index) => (
          <FindingRow key={index} finding={finding} severity={severity} />
        ))}
      </ul>
      {findings.length > most ? (
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          onClick={() => {
            setMost(most + FIRST_ROWS * 4);
          }}
        >
          Show more of {grouped(findings.length)}
        </Button>
      ) : null}
    </section>
  );
}

function FindingRow({
  finding,
  severity,
}: {
  readonly finding: ListedFinding;
  readonly severity: Severity;
}): ReactElement {
  const Icon = ICONS[severity];
  const { title, meaning } = FINDING_TEXTS[finding.code];
  const { run } = finding;
  return (
    <li className="card flex items-start gap-3 p-3.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${INKS[severity]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-semibold">{title}</span>
          <code className="numeric text-muted">{finding.code}</code>
        </p>
        <p data-selectable className="mt-0.5">
          {finding.message}
        </p>
        <p className="mt-0.5 text-sm text-muted">{meaning}</p>
      </div>
      {run === null ? (
        <span className="shrink-0 text-sm text-muted">whole thread</span>
      ) : (
        <Button
          size="small"
          onClick={() => {
            viewActions().goToRun(run);
          }}
        >
          Run {grouped(run + 1)}
        </Button>
      )}
    </li>
  );
}
