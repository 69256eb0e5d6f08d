import type { MessagePort } from 'node:worker_threads';
import { alignmentReport } from './lab-alignment.ts';
import type { LabCalls, LabWorkerEvent } from './lab-messages.ts';
import { experimentSurvival, generationsReport, survivalReport } from './lab-survival.ts';
import { runSpread, runSweep } from './lab-sweep.ts';
import { createLabFacts } from './lab-threads.ts';
import { tokenizeThread } from './lab-tokenizer.ts';
import { xrayReport } from './lab-xray.ts';
import { threadOf } from './open-thread.ts';
import { serveCalls } from './serve-calls.ts';
import type { WorkspaceStart } from './worker-messages.ts';
import { lazyContext } from './workspace-context.ts';

/** The lab worker: it reads whole threads and tries hundreds of policies, away from everything a person waits for. */
export function serveLab(port: MessagePort, start: WorkspaceStart): void {
  const context = lazyContext(start);
  const facts = createLabFacts();
  const tell = (event: LabWorkerEvent): void => {
    port.postMessage({ kind: 'lab', event });
  };
  serveCalls<LabCalls>(port, {
    'lab:run-sweep': (call) => {
      const opened = context.get();
      opened.defaultContextWindow = call.defaultContextWindow;
      return runSweep(opened, facts, call, tell);
    },
    'lab:run-spread': (call) => {
      const opened = context.get();
      opened.defaultContextWindow = call.defaultContextWindow;
      return runSpread(opened, facts, call);
    },
    'lab:survival': (query) => survivalReport(context.get(), facts, query),
    'lab:generations': (query) => generationsReport(context.get(), facts, query),
    'lab:alignment': (query) => alignmentReport(context.get(), query),
    'lab:xray': (query) => xrayReport(context.get(), query),
    'lab:experiment-survival': ({ experiments }) => experimentSurvival(context.get(), facts, experiments),
    'lab:tokenize': ({ thread }) => tokenizeThread(context.get(), threadOf(context.get().reader, thread)),
    'worker:close': () => {
      context.close();
      return null;
    },
  });
}
