import { useMemo, useState, type ReactElement } from 'react';
import type { AlignmentReport, ThreadOverview } from '../../../core/contract.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { counted, grouped, percent } from '../../components/format.ts';
import { viewActions } from '../../stores/view-store.ts';
import { useViewChoice } from '../diff/use-diff-summary.ts';
import { LabCard } from '../lab/LabCard.tsx';
import { useLabAnswer } from '../lab/use-lab-answer.ts';
import { Answered } from './Answered.tsx';

/** Each sentence of the summary beside the messages it rests on. */
export function AlignmentSection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const view = useViewChoice(overview);
  const question = useMemo(
    () => (view.kind === 'policy' ? null : { thread: overview.thread, view }),
    [overview, view],
  );
  const report = useLabAnswer('lab:alignment', question);
  if (question === null)
    return (
      <EmptyState className="card" title="No summary has been written yet">
        Run the summarizer, then choose its experiment above; or choose the summary that the thread holds.
      </EmptyState>
    );
  return (
    <Answered answer={report} title="There is nothing to align">
      {(value) => <Alignment report={value} />}
    </Answered>
  );
}

function Alignment({ report }: { readonly report: AlignmentReport }): ReactElement {
  const [selected, setSelected] = useState<number | null>(null);
  const unsupported = report.sentences.filter(({ supported }) => supported === false).length;
  return (
    <>
      <p className="text-sm text-muted">
        {counted(report.sentences.length, 'sentence')} on {counted(report.messageCount, 'covered message')}:{' '}
        <b className={unsupported > 0 ? 'text-dropped-ink' : 'text-kept-ink'}>
          {grouped(unsupported)} without support
        </b>
        , {counted(report.tracelessCount, 'message')} without a trace. Compared by facts and words: a sentence
        in other words may look unsupported.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] items-start gap-3.5">
        <LabCard title="The summary, sentence by sentence">
          <ol className="flex max-h-[60vh] flex-col gap-1 overflow-y-auto">
            {report.sentences.map((sentence, place) => (
              <li key={sentence.start}>
                <button
                  type="button"
                  aria-pressed={selected === place}
                  className={classNames(
                    'flex w-full items-start gap-2.5 rounded-control border-l-2 px-2.5 py-1.5 text-left hover:bg-surface-hover aria-pressed:bg-accent-soft',
                    sentence.supported === false ? 'border-dropped' : 'border-kept',
                  )}
                  onClick={() => {
                    setSelected(selected === place ? null : place);
                  }}
                >
                  <span data-selectable dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap">
                    {report.summary.slice(sentence.start, sentence.end)}
                    {sentence.unknownFacts.length === 0 ? null : (
                      <span className="mt-0.5 block text-sm text-dropped-ink">
                        in no covered message: {sentence.unknownFacts.join(', ')}
                      </span>
                    )}
                  </span>
                  {sentence.supported === null ? (
                    <Badge>no words</Badge>
                  ) : (
                    <Badge tone={sentence.supported ? 'kept' : 'dropped'}>
                      {sentence.supported ? percent(sentence.coverage) : 'unsupported'}
                    </Badge>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </LabCard>
        <MessagesCard report={report} selected={selected} />
      </div>
    </>
  );
}

const SHOWN_TRACELESS = 30;

function MessagesCard({
  report,
  selected,
}: {
  readonly report: AlignmentReport;
  readonly selected: number | null;
}): ReactElement {
  const [all, setAll] = useState(false);
  const sentence = selected === null ? undefined : report.sentences[selected];
  const byPlace = new Map(report.messages.map((message) => [message.place, message]));
  const supports = (sentence?.supports ?? []).flatMap(({ message, share }) => {
    const found = byPlace.get(message);
    return found === undefined ? [] : [{ message: found, share }];
  });
  const traceless = report.messages.filter((message) => message.traceless);
  const shown = all ? traceless : traceless.slice(0, SHOWN_TRACELESS);
  if (sentence !== undefined)
    return (
      <LabCard title={`What sentence ${(selected ?? 0) + 1} rests on`}>
        {supports.length === 0 ? (
          <p className="text-dropped-ink">No covered message holds enough of it.</p>
        ) : null}
        <ul className="flex flex-col gap-2">
          {supports.map(({ message, share }) => (
            <MessageItem key={message.place} message={message} aside={percent(share)} />
          ))}
        </ul>
      </LabCard>
    );
  return (
    <LabCard
      title="Messages without a trace"
      aside={<span className="text-sm text-muted">{grouped(report.tracelessCount)}</span>}
    >
      {traceless.length === 0 ? (
        <p className="text-muted">Every covered message left something in the summary.</p>
      ) : (
        <ul className="flex max-h-[60vh] flex-col gap-2 overflow-y-auto">
          {shown.map((message) => (
            <MessageItem key={message.place} message={message} aside="" />
          ))}
        </ul>
      )}
      {traceless.length > shown.length ? (
        <Button
          size="small"
          variant="quiet"
          className="mt-2"
          onClick={() => {
            setAll(true);
          }}
        >
          Show {grouped(traceless.length - shown.length)} more
        </Button>
      ) : null}
      <p className="mt-2 text-xs text-muted">Choose a sentence to see what it rests on.</p>
    </LabCard>
  );
}

function MessageItem({
  message,
  aside,
}: {
  readonly message: AlignmentReport['messages'][number];
  readonly aside: string;
}): ReactElement {
  return (
    <li className="rounded-control border border-line px-2.5 py-1.5">
      <button
        type="button"
        className="flex w-full items-baseline gap-2 rounded-sm text-left text-sm text-muted hover:underline"
        onClick={() => {
          viewActions().goToRun(message.run, message.message);
        }}
      >
        <span className="flex-1">
          run {grouped(message.run + 1)} · {message.sender}
        </span>
        <span className="numeric">{aside}</span>
      </button>
      <p data-selectable dir="auto" className="text-pretty">
        {message.excerpt === '' ? <span className="text-muted italic">no text</span> : message.excerpt}
      </p>
    </li>
  );
}
