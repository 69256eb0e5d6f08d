import { useEffect, useState } from 'react';
import type { ExperimentDetail, ExperimentId } from '../../core/contract.ts';
import { request } from '../app/inspector-api.ts';
import { IDLE, settled, type Async } from './async.ts';

/** One experiment whole. An answer for another one that comes late is dropped. */
export function useExperiment(experiment: ExperimentId): Async<ExperimentDetail> {
  const [answer, setAnswer] = useState<{
    readonly of: ExperimentId;
    readonly detail: Async<ExperimentDetail>;
  } | null>(null);
  useEffect(() => {
    let wanted = true;
    void request('experiments:get', { experiment }).then((result) => {
      if (wanted) setAnswer({ of: experiment, detail: settled(result) });
    });
    return () => {
      wanted = false;
    };
  }, [experiment]);
  return answer?.of === experiment ? answer.detail : IDLE;
}
