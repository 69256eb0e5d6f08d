import { conversationId, runId, threadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { deliverExchanges } from '../exchanges/deliver-exchanges.ts';
import { messageKey, type Exchange } from '../exchanges/exchange.ts';
import { ExchangeLog } from '../exchanges/exchange-log.ts';
import { SiblingLogs } from '../exchanges/sibling-logs.ts';
import { isList } from '../readers/json-text.ts';
import { stepCall } from '../steps/make-step.ts';
import type { CallStep } from '../steps/step.ts';
import { titleOf } from '../steps/title-of.ts';
import type { ImportSink } from '../thread-import.ts';
import type { LsRun } from './ls-run.ts';
import { ExchangeReader, kindOf, runExchange, type RunRecords } from './run-exchange.ts';
import { threadNameOf, type RunLog, type RunTrace } from './run-log.ts';
import { inputMessages, outputMessages, wordsOfMessage } from './run-messages.ts';
import { runModel, runUsage } from './run-usage.ts';

/** A call is wrapped in a few chains. */
const PARENTS = 4;
const SUMMARIZING = /summari[sz]/i;
const ASKS_FOR_SUMMARY =
  /^\s*(?:<[^>]{1,40}>\s*)?(?:please\s+)?(?:summari[sz]e\b|(?:create|write|provide|generate|extend|distill|condense)\b[^.\n]{0,80}\bsummary\b)/i;

/**
 * Delivers traces: each is a run of the conversation that it names, which is delivered with its last one. Of the calls
 * of a trace, those that go on from each other are its own; others are of agents that it started, or wrote summaries.
 */
export function deliverTraces(sink: ImportSink, format: string, runs: RunLog): void {
  const siblings = new SiblingLogs();
  const open = new Map<string, Conversation>();
  for (const trace of runs.traces()) {
    const name = threadNameOf(trace);
    let conversation = open.get(name);
    if (conversation === undefined) open.set(name, (conversation = new Conversation(name, siblings, runs)));
    conversation.add(trace);
    for (const last of trace.lastOf) {
      open.get(last)?.deliver(sink, format);
      open.delete(last);
    }
  }
  for (const conversation of open.values()) conversation.deliver(sink, format);
}

/** A conversation with the agents that it started, while its traces come in. */
class Conversation {
  readonly #name: string;
  readonly #log: ExchangeLog;
  readonly #reader: ExchangeReader;
  readonly #startedBy = new Map<string, NonNullable<ThreadHeader['startedBy']>>();

  constructor(name: string, siblings: SiblingLogs, records: RunRecords) {
    this.#name = name;
    this.#log = new ExchangeLog(siblings);
    this.#reader = new ExchangeReader(records);
  }

  add(trace: RunTrace): void {
    const { own, others, summaries } = partedCalls(trace, this.#reader, this.#name);
    let end = -1;
    own.forEach((exchange, index) => {
      end = this.#log.add(exchange, index === 0);
    });
    others.forEach((chain, index) => {
      const inner = `${this.#name}/${trace.id.slice(0, 8)}-${index + 1}`;
      this.#startedBy.set(inner, { threadId: threadId(this.#name), runId: runId(trace.id) });
      for (const exchange of chain) this.#log.add({ ...exchange, threadName: inner, runName: null });
    });
    // They are billed, and have no place in the transcript.
    this.#log.nodes[end]?.addAfter(summaries.map(summaryCall));
  }

  deliver(sink: ImportSink, format: string): void {
    deliverExchanges(sink, this.#log, 'trace', ({ threadName, threadId: id, firstNode }) => {
      const startedBy = this.#startedBy.get(threadName ?? '') ?? null;
      return {
        namespace: 'default',
        conversationId: conversationId(startedBy?.threadId ?? id),
        format,
        title: null,
        fallbackTitle: titleOf(this.#log.nodes[firstNode]?.steps() ?? []) ?? id,
        startedBy,
      };
    });
  }
}

interface PartedCalls {
  readonly own: readonly Exchange[];
  readonly others: readonly (readonly Exchange[])[];
  readonly summaries: readonly LsRun[];
}

function partedCalls(trace: RunTrace, reader: ExchangeReader, name: string): PartedCalls {
  const parents = new Set(trace.runs.map(({ parentId }) => parentId));
  const byId = new Map(trace.runs.map((run) => [run.id, run]));
  const calls = trace.runs.filter((run) => run.type === 'llm' && !parents.has(run.id));
  const summaries = calls.filter((run) => calls.length > 1 && isSummarizer(run, byId));
  const exchanges = calls
    .filter((run) => !summaries.includes(run))
    .map((run) => runExchange(run, { reader, record: trace.recordOf(run), perCall: true }, name));
  if (exchanges.length === 0) {
    const { root } = trace;
    const bare = runExchange(root, { reader, record: trace.recordOf(root), perCall: false }, name);
    return { own: [bare], others: [], summaries };
  }
  const chains = chainsOf(exchanges);
  const own = mainChain(chains, trace);
  return { own, others: chains.filter((chain) => chain !== own), summaries };
}

/** The one whose answer is the trace's, else the longest, else the last. */
function mainChain(chains: readonly (readonly Exchange[])[], { root }: RunTrace): readonly Exchange[] {
  const last = outputMessages(root.outputs).at(-1);
  const final = last === undefined ? null : messageKey('reply', wordsOfMessage(last));
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
  if (exchanges.length === 1) return [exchanges];
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
