import type { ReactElement } from 'react';
import type { ExperimentId } from '../../../core/contract.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useExperiment } from '../../data/use-experiment.ts';
import { LongText } from './LongText.tsx';

/** What the summary's model was sent, word for word. */
export function SentRequest({ experiment }: { readonly experiment: ExperimentId }): ReactElement {
  const detail = useExperiment(experiment);
  if (detail.state === 'failed') {
    return <ErrorState title="The request can't be read" message={detail.error.message} />;
  }
  if (detail.state !== 'ready') return <p className="text-sm text-muted">Reading…</p>;
  const { instruction, requestInput } = detail.value;
  return (
    <LongText
      text={`instructions:\n${instruction ?? ''}\n\ninput:\n${requestInput ?? ''}`}
      cutFrom={null}
      loadAll={null}
    >
      {(text) => <pre className="numeric whitespace-pre-wrap select-text">{text}</pre>}
    </LongText>
  );
}
