import { conversationId, runId, threadId, type ThreadId } from '../../domain/ids.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import { oneLine } from '../../domain/thread-title.ts';
import { RunCutter, type CutKind } from '../steps/run-cutter.ts';
import type { Step } from '../steps/step.ts';
import { ThreadWriter, type WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { LogTree } from '../tree/log-tree.ts';
import { planThreads } from '../tree/plan-threads.ts';
import { eachItemGroup } from './item-groups.ts';
import { sessionTree } from './session-branches.ts';
import { pathsOf, withReports, type SessionPath } from './session-paths.ts';
import type { Session } from './session-rows.ts';
import type { SessionStructure } from './session-structure.ts';
import { reportSteps } from './turn-report.ts';

/** The header of a thread in a session, but for where it branches off. */
export type HeaderOf = (id: ThreadId, conversation: WriterHeader['conversationId']) => WriterHeader;

export function deliverSession(
  sink: ImportSink,
  session: Session,
  structure: SessionStructure,
  headerOf: HeaderOf,
): void {
  if (session.broken > 0) {
    sink.warning({
      code: 'broken-rows',
      line: null,
      message: `${session.broken} rows of the session ${oneLine(session.id)} are not valid JSON and were left out, as the SDK does.`,
    });
  }
  const paths = pathsOf(session, structure);
  const [only] = paths;
  if (only !== undefined && paths.length === 1) {
    deliverPath(sink, only, headerOf(threadId(session.id), conversationId(session.id)), structure);
  } else deliverTree(sink, session, paths, structure, headerOf);
}

function deliverTree(
  sink: ImportSink,
  session: Session,
  paths: readonly SessionPath[],
  structure: SessionStructure,
  headerOf: HeaderOf,
): void {
  const { nodes, stepsOf, instructions, threads } = sessionTree(session, paths, structure);
  const plan = planThreads(new LogTree(nodes), threads);
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => ({
      ...headerOf(thread.threadId, conversationId(session.id)),
      branchOf:
        plan.branchOf(thread) ??
        (thread.threadId === session.id ? null : { threadId: threadId(session.id), runId: null }),
    }),
    copiedFrom: () => null,
    instructionsOf: () => instructions,
    findsSteps: false,
  });
  for (let node = 0; node < nodes.length; node += 1) feed.ready(node, stepsOf(node));
  feed.end();
}

/** A group of items as it goes into a run. */
interface PathEntry {
  readonly kind: CutKind;
  readonly steps: readonly Step[];
}

/** A session without branches: its messages come one after another, and none of them is kept. */
function deliverPath(
  sink: ImportSink,
  path: SessionPath,
  header: WriterHeader,
  structure: SessionStructure,
): void {
  // As for a session with branches, boundaries come last.
  const boundaries: SummaryBoundary[] = [];
  const writer = new ThreadWriter(sink, header, { onBoundary: (boundary) => boundaries.push(boundary) });
  let runs = 0;
  const cutter = new RunCutter<PathEntry>(
    {
      openRun: (opener) => {
        runs += 1;
        writer.announce();
        const turn = opener?.steps.find(({ kind }) => kind === 'input') ?? null;
        writer.openRun(turn, runId(`run-${runs}`));
      },
      put: ({ steps }) => {
        for (const step of steps) writer.put(step);
      },
      boundary: ({ steps }, place) => {
        for (const step of steps) {
          writer.boundary(step, place);
          // The report of a turn that ends with a summary.
          if (place === 'inside') writer.put(step);
        }
      },
    },
    ({ kind }) => kind,
  );
  let hasBegun = false;
  for (const { group, report } of withReports(eachItemGroup(path.items(), 'later'), path)) {
    const [step] = group.steps;
    if (!hasBegun && step?.kind === 'input' && step.role === 'instructions') {
      writer.addInstructions(step);
      continue;
    }
    hasBegun = true;
    const reported = report < 0 ? [] : reportSteps(structure.reportAt(report));
    cutter.add({ kind: group.kind, steps: [...group.steps, ...reported] });
  }
  if (!hasBegun) return;
  cutter.end();
  writer.announce();
  writer.end();
  for (const boundary of boundaries) sink.boundary(header.threadId, boundary);
  sink.ended(header.threadId);
}
