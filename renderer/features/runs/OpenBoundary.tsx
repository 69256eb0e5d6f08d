import { useState, type ReactElement } from 'react';
import type { BoundaryView, ThreadOverview } from '../../../core/contract.ts';
import { classNames } from '../../components/class-names.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { LongText } from './LongText.tsx';
import { Markdown } from './Markdown.tsx';
import { ReplacedRuns } from './ReplacedRuns.tsx';
import { SentRequest } from './SentRequest.tsx';

type Part = 'summary' | 'replaced' | 'request';

/** What a summary says, and the runs it stands for. */
export function OpenBoundary({
  overview,
  boundary,
}: {
  readonly overview: ThreadOverview;
  readonly boundary: BoundaryView;
}): ReactElement {
  const hasText = boundary.text !== null;
  const [part, setPart] = useState<Part>(hasText ? 'summary' : 'replaced');
  return (
    <div className="border-t border-inherit px-3.5 py-3">
      {hasText && boundary.coveredRuns > 0 ? (
        <Segmented
          label="What to show of this summary"
          size="small"
          value={part}
          className={classNames('mb-3', boundary.maker === null ? 'w-72' : 'w-105')}
          options={[
            { value: 'summary', label: 'Summary' },
            { value: 'replaced', label: 'Replaced messages' },
            ...(boundary.maker === null ? [] : [{ value: 'request' as const, label: 'Request sent' }]),
          ]}
          onChange={setPart}
        />
      ) : null}
      {part === 'request' && boundary.maker !== null ? (
        <SentRequest experiment={boundary.maker.experiment} />
      ) : part === 'summary' && boundary.text !== null ? (
        <LongText text={boundary.text} cutFrom={null} loadAll={null}>
          {(text) => <Markdown text={text} />}
        </LongText>
      ) : (
        <ReplacedRuns overview={overview} count={boundary.coveredRuns} />
      )}
    </div>
  );
}
