import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId, type RunId, type ThreadId } from '../domain/ids.ts';
import { deliverSession } from './openai-agents/deliver-session.ts';
import { isItemList, isRecordOfIts, isSessionStore, readSessions } from './openai-agents/read-sessions.ts';
import { nestedRuns, runStateSteps, type RunState } from './openai-agents/run-state.ts';
import { isRecord, textOrJson } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { textOrNull } from './readers/json-text.ts';
import { isSqliteFile } from './readers/sqlite-file.ts';
import { stableId } from './readers/stable-id.ts';
import { ThreadCount } from './readers/thread-count.ts';
import { StepThread } from './steps/step-thread.ts';
import type { WriterHeader } from './steps/thread-writer.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'openai-agents';
/** Agents that call agents that call agents. */
const NESTED_RUNS = 8;

/** Sessions and saved runs of the OpenAI Agents SDK, of its Python and its JavaScript version. */
export const openAiAgents: ThreadImporter = {
  format: FORMAT,
  label: 'OpenAI Agents SDK',

  detect(head) {
    if (isSqliteFile(head)) return isSessionStore(head);
    const { records, document } = sampleHead(head);
    if (records.length > 1) return records.filter(isRecordOfIts).length * 2 >= records.length;
    return isRecordOfIts(document) || isItemList(document);
  },

  async read(source, sink, options) {
    const found = await readSessions(source, sink, options);
    const threads = new ThreadCount(sink);
    for (const state of found.states()) deliverState(threads.sink, state);
    for (const session of found.sessions()) {
      deliverSession(threads.sink, session, found.structure, headerOf);
    }
    if (threads.isEmpty) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: no session and no run state that says anything was found`,
      );
    }
  },
};

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
