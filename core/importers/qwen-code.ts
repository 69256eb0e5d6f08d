import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { ChatTree, partsOf, telemetryError, type ChatNode } from './qwen/chat-tree.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { GeminiParts } from './readers/gemini-parts.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { jsonLinesPasses } from './readers/record-passes.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { readTimeMs } from './readers/time.ts';
import { tokenCount } from './readers/usage.ts';
import type { Step } from './steps/step.ts';
import type { ThreadImporter } from './thread-import.ts';
import { branchOf } from './tree/branch-of.ts';
import { ThreadFeed } from './tree/feed-threads.ts';
import { LogTree } from './tree/log-tree.ts';
import { planThreads } from './tree/plan-threads.ts';

const FORMAT = 'qwen-code';

/**
 * Chats of Qwen Code: the envelope of Claude Code around contents of the Gemini API. Its telemetry repeats
 * what the replies report, and stands in where they report nothing.
 */
export const qwenCode: ThreadImporter = {
  format: FORMAT,
  label: 'Qwen Code chat (JSONL)',

  detect(head) {
    return sampleHead(head).records.some(isChatRecord);
  },

  async read(source, sink, options) {
    const skipped = new SkippedRecords();
    const pass = jsonLinesPasses(source, sink, options);
    const chat = new ChatTree(skipped);
    await pass((record, line) => {
      chat.add(record, line);
    });
    skipped.report(sink);
    const tree = new LogTree(chat.nodes);
    const ends = tree.ends();
    const named = [...chat.sessions]
      .filter(([, { leaf }]) => leaf >= 0)
      .map(([id, { leaf }]) => ({
        threadId: threadId(id),
        leaf,
        branchEnds: ends.filter((end) => chat.nodes[end]?.session === id),
      }));
    if (named.length === 0) {
      throw new InspectorError('invalid-import', `${source.name}: the chat holds no message`);
    }
    const plan = planThreads(tree, named);
    const feed = new ThreadFeed(sink, plan, {
      headerOf: (thread) => ({
        threadId: thread.threadId,
        namespace: 'default',
        conversationId: conversationId(thread.threadId.replace(/\/branch-.*$/, '')),
        format: FORMAT,
        title: null,
        fallbackTitle: thread.threadId,
        branchOf: branchOf(plan, thread),
      }),
      copiedFrom: () => null,
      findsSteps: false,
    });
    const parts = new GeminiParts();
    let ordinal = 0;
    await pass((record) => {
      const index = chat.nodeOf[ordinal] ?? -1;
      const node = chat.nodes[index];
      if (node !== undefined) feed.ready(index, recordSteps(record, node, parts));
      ordinal += 1;
    });
    feed.end();
  },
};

function isChatRecord(value: unknown): boolean {
  if (!isRecord(value) || typeof value['sessionId'] !== 'string' || typeof value['uuid'] !== 'string')
    return false;
  return (
    isList(isRecord(value['message']) ? value['message']['parts'] : null) || isRecord(value['systemPayload'])
  );
}

function recordSteps(record: RawRecord, node: ChatNode, parts: GeminiParts): readonly Step[] {
  const atMs = readTimeMs(record['timestamp']);
  const { name } = node;
  switch (node.kind) {
    case 'reply': {
      const call = { model: textOrNull(record['model']), usage: node.usage };
      return [{ kind: 'reply', id: name, items: parts.modelItems(partsOf(record)), call, atMs }];
    }
    case 'turn':
    case 'result': {
      const { items } = parts.input(partsOf(record));
      const senderId = node.kind === 'turn' ? 'user' : 'tool';
      return [{ kind: 'input', role: node.kind, id: name, senderId, items, runId: name, atMs }];
    }
    case 'note':
      return [{ kind: 'notice', level: 'error', text: telemetryError(record) ?? '', ends: 'error', atMs }];
    case 'compaction':
      return [compactionStep(record, name, atMs)];
    default:
      return [];
  }
}

function compactionStep(record: RawRecord, id: string | null, atMs: number | null): Step {
  const payload = isRecord(record['systemPayload']) ? record['systemPayload'] : {};
  const info = isRecord(payload['info']) ? payload['info'] : {};
  return {
    kind: 'compaction',
    id,
    text: summaryText(payload['compressedHistory']),
    opaque: false,
    trigger: 'unknown',
    tokensBefore: tokenCount(info['originalTokenCount']),
    tokensAfter: tokenCount(info['newTokenCount']),
    keptFromId: null,
    atMs,
  };
}

/** The new beginning that the chat goes on from: its summary, wherever in it that stands, else its first words. */
function summaryText(history: unknown): string | null {
  const texts = (isList(history) ? history : []).flatMap((content) => {
    const parts = isRecord(content) ? content['parts'] : null;
    return (isList(parts) ? parts : []).flatMap((part) => {
      const text = isRecord(part) ? textOrNull(part['text']) : null;
      return text === null ? [] : [text.toWellFormed()];
    });
  });
  return texts.find((text) => text.includes('<state_snapshot>')) ?? texts[0] ?? null;
}
