import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { oneLine } from '../domain/thread-title.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { agentContext } from './letta/agent-context.ts';
import { messageSteps, summaryText } from './letta/message-steps.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { HEAD_BYTES, sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull, unwrapJson } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { stableId } from './readers/stable-id.ts';
import { decodeText } from './readers/text-decoder.ts';
import type { CompactionStep, InputStep, Step } from './steps/step.ts';
import { StepThread } from './steps/step-thread.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'letta-agent-file';

/**
 * Agent files of Letta (`.af`). Each agent is a thread; messages that it no longer has in its context lie
 * before a boundary.
 */
export const lettaAgentFile: ThreadImporter = {
  format: FORMAT,
  label: 'Letta agent file (.af)',

  detect(head) {
    const { document } = sampleHead(head);
    if (agentsOf(unwrapJson(document)).some(isAgent)) return true;
    // A whole file inside a string, of which the head is only the beginning.
    return document === undefined && head.length >= HEAD_BYTES && isCutString(head);
  },

  async read(source, sink, options) {
    const document = unwrapJson(await readJsonDocument(source, sink, options));
    const agents = agentsOf(document).filter((agent) => isList(agent['messages']));
    if (agents.length === 0) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: the agent file holds no agent with messages`,
      );
    }
    const createdAt = isRecord(document) ? textOrNull(document['created_at']) : null;
    const ids = new ThreadIds();
    for (const agent of agents) deliver(sink, agent, ids, createdAt);
  },
};

function agentsOf(document: unknown): readonly RawRecord[] {
  if (!isRecord(document)) return [];
  const { agents } = document;
  // The first version of the format was the agent itself.
  return isList(agents) ? agents.filter(isRecord) : [document];
}

function isAgent(agent: RawRecord): boolean {
  if (isList(agent['in_context_message_ids']) || isList(agent['in_context_message_indices'])) return true;
  return (
    isRecord(agent['llm_config']) &&
    ('memory_blocks' in agent || 'core_memory' in agent || 'block_ids' in agent)
  );
}

function isCutString(head: Uint8Array): boolean {
  const { text } = decodeText(head);
  return (
    /^\s*"\s*\{/.test(text) &&
    /\\"agents\\"|\\"core_memory\\"/.test(text) &&
    text.includes('\\"llm_config\\"')
  );
}

function deliver(sink: ImportSink, agent: RawRecord, ids: ThreadIds, createdAt: string | null): void {
  const { before, isShortened, inContext } = agentContext(agent);
  const name = textOrNull(agent['name']);
  const config = isRecord(agent['llm_config']) ? agent['llm_config'] : {};
  const model = textOrNull(config['model']);
  const id = ids.name(idOf(agent, createdAt));
  const thread = new StepThread(sink, {
    threadId: threadId(id),
    namespace: 'default',
    conversationId: conversationId(id),
    format: FORMAT,
    title: name,
    fallbackTitle: id,
    branchOf: null,
  });
  const stepsOf = (message: RawRecord): readonly Step[] => {
    const summary = summaryText(message);
    return summary === null ? messageSteps(message, model) : [compactionStep(message, summary)];
  };
  const [first] = inContext;
  // The summary of what has left is the first that is left.
  const isSilent = isShortened && first !== undefined && summaryText(first) === null;
  // Made twice rather than kept: an agent may have said more than should be in memory.
  const steps = function* (): Generator<Step, void, undefined> {
    for (const message of before) yield* stepsOf(message);
    if (isSilent) yield compactionStep(null, null);
    for (const message of inContext) yield* stepsOf(message);
  };
  const hasRun = hasRunIn(steps());
  for (const step of steps()) thread.add(hasRun ? step : withoutTurn(step));
  thread.end();
  if ([...before, ...inContext].every(({ role }) => role === 'system')) {
    sink.warning({
      code: 'empty-conversation',
      line: null,
      message: `Agent “${oneLine(name ?? id)}” was shared without its messages; only its instructions are in the file.`,
    });
  }
}

function hasRunIn(steps: Iterable<Step>): boolean {
  for (const step of steps) {
    if (step.kind === 'reply' || (step.kind === 'input' && isOfRun(step))) return true;
  }
  return false;
}

function isOfRun({ role }: InputStep): boolean {
  return role === 'turn' || role === 'result';
}

/** What the program told an agent that nobody has spoken to yet is all there is to show. */
function withoutTurn(step: Step): Step {
  return step.kind === 'input' && step.role === 'context' ? { ...step, role: 'result' } : step;
}

/** Files number their agents from 0, so such an id says nothing outside of its file. */
function idOf(agent: RawRecord, createdAt: string | null): string {
  const id = textOrNull(agent['id']);
  if (id !== null && !/^agent-\d{1,5}$/.test(id)) return id;
  const [first] = isList(agent['messages']) ? agent['messages'] : [];
  const firstAt = isRecord(first) ? textOrNull(first['created_at']) : null;
  return stableId('letta', [id, textOrNull(agent['name']), firstAt ?? createdAt].join('\n'));
}

function compactionStep(message: RawRecord | null, text: string | null): CompactionStep {
  return {
    kind: 'compaction',
    id: message === null ? null : textOrNull(message['id']),
    text,
    opaque: false,
    trigger: 'unknown',
    tokensBefore: null,
    tokensAfter: null,
    keptFromId: null,
    atMs: null,
  };
}
