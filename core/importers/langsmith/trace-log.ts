import { conversationId, runId, threadId, type ThreadId } from '../../domain/ids.ts';
import { deliverExchanges } from '../exchanges/deliver-exchanges.ts';
import { loggedMessage, type Exchange } from '../exchanges/exchange.ts';
import { ExchangeLog } from '../exchanges/exchange-log.ts';
import { LcSteps } from '../langchain/lc-steps.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { stepCall } from '../steps/make-step.ts';
import type { CallStep } from '../steps/step.ts';
import { titleOf } from '../steps/title-of.ts';
import type { ImportSink } from '../thread-import.ts';
import type { LsRun } from './ls-run.ts';
import { callExchange, kindOf, traceExchange } from './run-exchange.ts';
import { inputMessages, outputMessages, wordsOfMessage } from './run-messages.ts';
import { runModel, runUsage } from './run-usage.ts';

const THREAD_FIELDS = ['thread_id', 'session_id', 'conversation_id'];
/** A call is wrapped in a few chains. */
const PARENTS = 4;
const SUMMARIZING = /summari[sz]/i;
const ASKS_FOR_SUMMARY =
  /^\s*(?:<[^>]{1,40}>\s*)?(?:please\s+)?(?:summari[sz]e\b|(?:create|write|provide|generate|extend|distill|condense)\b[^.\n]{0,80}\bsummary\b)/i;

/** A trace: the runs of one turn. */
interface Trace {
  readonly id: string;
  readonly runs: readonly LsRun[];
  readonly root: LsRun;
}

/**
 * Delivers traces as the runs of threads. Of the calls of a trace, those that go on from each other are
 * its own; others are of agents that it started, or wrote summaries.
 */
export function deliverTraces(sink: ImportSink, format: string, runs: readonly LsRun[]): void {
  const log = new ExchangeLog();
  const reader = new LcSteps();
  const startedBy = new Map<
    string,
    { readonly threadId: ThreadId; readonly runId: ReturnType<typeof runId> }
  >();
  for (const trace of tracesOf(runs)) {
    const name = threadNameOf(trace);
    const { own, others, summaries } = partedCalls(trace, reader, name);
    let end = -1;
    own.forEach((exchange, index) => {
      end = log.add(exchange, index === 0);
    });
    others.forEach((chain, index) => {
      const inner = `${name}/${trace.id.slice(0, 8)}-${index + 1}`;
      startedBy.set(inner, { threadId: threadId(name), runId: runId(trace.id) });
      for (const exchange of chain) log.add({ ...exchange, threadName: inner, runName: null });
    });
    // They are billed, and have no place in the transcript.
    log.nodes[end]?.addAfter(summaries.map(summaryCall));
  }
  deliverExchanges(sink, log, 'trace', ({ threadName, threadId: id, firstNode }) => ({
    namespace: 'default',
    conversationId: conversationId(startedBy.get(threadName ?? '')?.threadId ?? id),
    format,
    title: null,
    fallbackTitle: titleOf(log.nodes[firstNode]?.steps() ?? []) ?? id,
    startedBy: startedBy.get(threadName ?? '') ?? null,
  }));
}

/** By the time at which they began. */
function tracesOf(runs: readonly LsRun[]): readonly Trace[] {
  const byTrace = new Map<string, LsRun[]>();
  for (const run of runs) {
    const known = byTrace.get(run.traceId);
    if (known === undefined) byTrace.set(run.traceId, [run]);
    else known.push(run);
  }
  return [...byTrace]
    .flatMap(([id, own]): readonly Trace[] => {
      const sorted = own.sort(byOrder);
      const root = sorted.find((run) => run.parentId === null) ?? sorted[0];
      return root === undefined ? [] : [{ id, runs: sorted, root }];
    })
    .sort(
      (left, right) => (left.root.startMs ?? 0) - (right.root.startMs ?? 0) || byOrder(left.root, right.root),
    );
}

function byOrder(left: LsRun, right: LsRun): number {
  return left.order < right.order ? -1 : left.order > right.order ? 1 : 0;
}

/** As the app calls it; else everything of the project is one thread. */
function threadNameOf({ root, runs }: Trace): string {
  for (const { metadata } of [root, ...runs]) {
    for (const field of THREAD_FIELDS) {
      const name = textOrNull(metadata[field]);
      if (name !== null) return name;
    }
  }
  return textOrNull(root.raw['session_id']) ?? textOrNull(root.raw['session_name']) ?? 'project';
}

interface PartedCalls {
  readonly own: readonly Exchange[];
  readonly others: readonly (readonly Exchange[])[];
  readonly summaries: readonly LsRun[];
}

function partedCalls(trace: Trace, reader: LcSteps, name: string): PartedCalls {
  const parents = new Set(trace.runs.map(({ parentId }) => parentId));
  const byId = new Map(trace.runs.map((run) => [run.id, run]));
  const calls = trace.runs.filter((run) => run.type === 'llm' && !parents.has(run.id));
  const summaries = calls.filter((run) => calls.length > 1 && isSummarizer(run, byId));
  const exchanges = calls
    .filter((run) => !summaries.includes(run))
    .map((run) => callExchange(run, reader, name));
  if (exchanges.length === 0) {
    return { own: [traceExchange(trace.root, reader, name)], others: [], summaries };
  }
  const chains = chainsOf(exchanges);
  const own = mainChain(chains, trace);
  return { own, others: chains.filter((chain) => chain !== own), summaries };
}

/** The one whose answer is the trace's, else the longest, else the last. */
function mainChain(chains: readonly (readonly Exchange[])[], { root }: Trace): readonly Exchange[] {
  const last = outputMessages(root.outputs).at(-1);
  const final = last === undefined ? null : loggedMessage('reply', wordsOfMessage(last), () => []).key;
  const isFinal = (chain: readonly Exchange[]): boolean => chain.at(-1)?.answer?.message.key === final;
  const answering = chains.filter(isFinal);
  const candidates = answering.length > 0 ? answering : chains;
  return candidates.reduce<readonly Exchange[]>(
    (best, chain) => (chain.length >= best.length ? chain : best),
    [],
  );
}

interface Chain {
  readonly log: ExchangeLog;
  readonly instructions: string;
  readonly firstMessage: string;
  readonly exchanges: Exchange[];
}

/** Calls that repeat each other's answers. Two that only were asked the same are of different agents if their instructions differ. */
function chainsOf(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const chains: Chain[] = [];
  for (const exchange of exchanges) {
    const told = exchange.input
      .filter(({ kind }) => kind === 'instructions')
      .map(({ key }) => key)
      .join(' ');
    const first = exchange.input.find(({ kind }) => kind !== 'instructions')?.key ?? '';
    const known =
      chains.find(({ log }) => log.repeatsReply(exchange)) ??
      chains.find(({ instructions, firstMessage }) => instructions === told && firstMessage === first);
    const chain = known ?? { log: new ExchangeLog(), instructions: told, firstMessage: first, exchanges: [] };
    if (known === undefined) chains.push(chain);
    chain.log.add(exchange);
    chain.exchanges.push(exchange);
  }
  return chains.map((chain) => chain.exchanges);
}

/** Told by what it, or what called it, is named, or by what it is asked. */
function isSummarizer(run: LsRun, byId: ReadonlyMap<string, LsRun>): boolean {
  const { tags } = run.raw;
  const names: unknown[] = [run.name, run.metadata['langgraph_node'], ...(isList(tags) ? tags : [])];
  let parent = byId.get(run.parentId ?? '');
  // The outermost run is named after the whole app.
  for (let steps = 0; parent !== undefined && parent.parentId !== null && steps < PARENTS; steps += 1) {
    names.push(parent.name);
    parent = byId.get(parent.parentId);
  }
  if (names.some((name) => typeof name === 'string' && SUMMARIZING.test(name))) return true;
  const messages = inputMessages(run.inputs);
  const asked = [messages.findLast((message) => kindOf(message) === 'turn'), messages[0]];
  return asked.some(
    (message) => message !== undefined && ASKS_FOR_SUMMARY.test(afterRole(wordsOfMessage(message))),
  );
}

function afterRole(words: string): string {
  return words.slice(words.indexOf('\n') + 1);
}

function summaryCall(run: LsRun): CallStep {
  return {
    kind: 'call',
    call: stepCall(runUsage(run), runModel(run), run.id),
    atMs: run.endMs ?? run.startMs,
  };
}
