import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId, type RunId, type ThreadId } from '../domain/ids.ts';
import { isScriptItem } from './openai-agents/agent-item.ts';
import { nestedRuns, runStateOf, runStateSteps, type RunState } from './openai-agents/run-state.ts';
import { sessionTree } from './openai-agents/session-branches.ts';
import {
  isMessageRow,
  itemOf,
  sessionsOf,
  sessionTables,
  type Session,
  type SessionTables,
} from './openai-agents/session-tables.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import { isTypedItem } from './responses/item-types.ts';
import { StepThread } from './steps/step-thread.ts';
import type { WriterHeader } from './steps/thread-writer.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';
import { ThreadFeed } from './tree/feed-threads.ts';
import { LogTree } from './tree/log-tree.ts';
import { planThreads } from './tree/plan-threads.ts';

const FORMAT = 'openai-agents';
/** Agents that call agents that call agents. */
const NESTED_RUNS = 8;

/** Sessions and saved runs of the OpenAI Agents SDK, of its Python and its JavaScript version. */
export const openAiAgents: ThreadImporter = {
  format: FORMAT,
  label: 'OpenAI Agents SDK',

  detect(head) {
    const { records, document } = sampleHead(head);
    if (records.length > 1) return records.filter(isRecordOfIts).length * 2 >= records.length;
    return (
      isRecordOfIts(document) || isItemStrings(document) || (isList(document) && document.some(isScriptItem))
    );
  },

  async read(source, sink, options) {
    const found = await readSource(source, sink, options);
    for (const state of found.states) deliverState(sink, state);
    for (const session of found.sessions) deliverSession(sink, session, found.tables);
    if (found.states.length + found.sessions.length === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no session and no run state was found`);
    }
  },
};

function isRecordOfIts(value: unknown): boolean {
  if (runStateOf(value) !== null || isMessageRow(value) || sessionTables(value) !== null) return true;
  return (isList(value) && value.some(isMessageRow)) || namedItems(value) !== null;
}

/** A list in a store that keeps each item as its JSON. */
function isItemStrings(value: unknown): value is readonly unknown[] {
  return (
    isList(value) &&
    value.length > 0 &&
    value.slice(0, 20).every((text) => typeof text === 'string' && isTypedItem(itemOf(text)))
  );
}

/** `{ session_id, items }`. */
function namedItems(value: unknown): { readonly id: string; readonly items: readonly unknown[] } | null {
  if (!isRecord(value) || !isList(value['items'])) return null;
  const id = textOrNull(value['session_id']) ?? textOrNull(value['sessionId']);
  const isOurs = value['items'].some((item) => isScriptItem(item) || isTypedItem(item));
  return id === null || !isOurs ? null : { id, items: value['items'] };
}

interface Found {
  readonly states: readonly RunState[];
  readonly sessions: readonly Session[];
  readonly tables: SessionTables;
}

async function readSource(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<Found> {
  const { records } = sampleHead(await readHead(source));
  const states: RunState[] = [];
  const sessions: Session[] = [];
  const rows: RawRecord[] = [];
  let tables: SessionTables = { sessions: [], messages: [], structure: [], usage: [] };
  const take = (value: unknown): void => {
    const state = runStateOf(value);
    const found = sessionTables(value);
    const named = namedItems(value);
    if (state !== null) states.push(state);
    else if (isMessageRow(value)) rows.push(value);
    else if (named !== null) sessions.push(sessionOf(named.id, named.items));
    else if (found !== null) {
      tables = found;
      for (const row of found.messages) rows.push(row);
    }
  };
  if (isRecord(records[0])) await readJsonLines(source, sink, options, take);
  else {
    const document = await readJsonDocument(source, sink, options);
    const isItems = isItemStrings(document) || (isList(document) && document.some(isScriptItem));
    if (isItems) sessions.push(sessionOf(null, document));
    else if (isList(document)) document.forEach(take);
    else take(document);
  }
  const all = [...sessions, ...sessionsOf(rows)];
  warnOfEmpty(sink, tables, all);
  return { states, sessions: all, tables };
}

function sessionOf(id: string | null, list: readonly unknown[]): Session {
  const items = list.map((value, index) => ({ id: `item-${index + 1}`, value: itemOf(value), atMs: null }));
  const known = items.filter(({ value }) => value !== null);
  const beginning = known
    .slice(0, 2)
    .map(({ value }) => textOrJson(value))
    .join('\n');
  return { id: id ?? stableId('session', beginning), items: known, broken: items.length - known.length };
}

function warnOfEmpty(sink: ImportSink, tables: SessionTables, sessions: readonly Session[]): void {
  const known = new Set(sessions.map(({ id }) => id));
  const empty = tables.sessions.filter((row) => !known.has(textOrNull(row['session_id']) ?? ''));
  if (empty.length === 0) return;
  sink.warning({
    code: 'empty-sessions',
    line: null,
    message:
      empty.length === 1
        ? 'One session has no messages and was left out.'
        : `${empty.length} sessions have no messages and were left out.`,
  });
}

function deliverSession(sink: ImportSink, session: Session, tables: SessionTables): void {
  if (session.broken > 0) {
    sink.warning({
      code: 'broken-rows',
      line: null,
      message: `${session.broken} rows of the session ${session.id} are not valid JSON and were left out, as the SDK does.`,
    });
  }
  const { nodes, steps, instructions, threads } = sessionTree(session, tables);
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
  steps.forEach((own, node) => {
    feed.ready(node, own);
  });
  feed.end();
}

function deliverState(sink: ImportSink, state: RunState): void {
  const { raw } = state;
  const trace = isRecord(raw['trace']) ? raw['trace'] : {};
  const id =
    textOrNull(raw['conversation_id']) ??
    textOrNull(raw['conversationId']) ??
    textOrNull(trace['id']) ??
    stableId(
      'run',
      textOrJson([state.originalInput, state.responses[0]?.['output'] ?? state.generated[0]]) ?? '',
    );
  const group = textOrNull(trace['group_id']) ?? textOrNull(trace['groupId']);
  deliverRun(sink, state, threadId(id), conversationId(group ?? id), null, 0);
}

function deliverRun(
  sink: ImportSink,
  state: RunState,
  id: ThreadId,
  conversation: WriterHeader['conversationId'],
  startedBy: NonNullable<WriterHeader['startedBy']> | null,
  depth: number,
): void {
  const runs: RunId[] = [];
  const thread = new StepThread(
    {
      ...sink,
      run: (of, run) => {
        runs.push(run.runId);
        sink.run(of, run);
      },
    },
    { ...headerOf(id, conversation), ...(startedBy === null ? {} : { startedBy }) },
  );
  for (const step of runStateSteps(state)) thread.add(step);
  thread.end();
  if (depth >= NESTED_RUNS) return;
  for (const { callId, state: nested } of nestedRuns(state)) {
    const by = { threadId: id, runId: runs.at(-1) ?? null };
    deliverRun(sink, nested, threadId(`${id}/${callId}`), conversation, by, depth + 1);
  }
}

function headerOf(id: ThreadId, conversation: WriterHeader['conversationId']): WriterHeader {
  return {
    threadId: id,
    namespace: 'default',
    conversationId: conversation,
    format: FORMAT,
    title: null,
    fallbackTitle: id,
    branchOf: null,
  };
}
