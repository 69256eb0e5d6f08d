import { conversationId, threadId } from '../../domain/ids.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { GeminiParts } from '../readers/gemini-parts.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { stableId } from '../readers/stable-id.ts';
import { firstTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, replyStep } from '../steps/make-step.ts';
import type { InputStep, Step } from '../steps/step.ts';
import type { ImportSink } from '../thread-import.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { branchOf } from '../tree/branch-of.ts';
import { LogTree, type TreeNode } from '../tree/log-tree.ts';
import { planThreads } from '../tree/plan-threads.ts';
import { systemMessages } from './content-log.ts';

/** A prompt of AI Studio: its chunks are what one side said, thoughts and files apart. */
export function isStudioPrompt(value: unknown): value is RawRecord {
  return isRecord(value) && isRecord(value['chunkedPrompt']) && isList(value['chunkedPrompt']['chunks']);
}

/** Delivers a prompt as a thread, with the answers that were replaced as its branches. Counts of tokens are local, and no reports. */
export function deliverStudioPrompt(sink: ImportSink, format: string, prompt: RawRecord): void {
  const groups = groupsOf(chunksOf(prompt));
  const nodes: TreeNode[] = groups.map(({ parent, isReply, steps }) => ({
    parent,
    kind: isReply
      ? 'reply'
      : steps.some((step) => step.kind === 'input' && step.role === 'turn')
        ? 'turn'
        : 'context',
    name: null,
  }));
  const tree = new LogTree(nodes);
  const beginning = chunksOf(prompt)
    .slice(0, 2)
    .map((chunk) => textOrJson([chunk['role'], chunk['text']]));
  const id = threadId(textOrNull(prompt['id']) ?? stableId('prompt', beginning.join('\n')));
  const plan = planThreads(tree, [{ threadId: id, leaf: nodes.length - 1, branchEnds: tree.ends() }]);
  const settings = isRecord(prompt['runSettings']) ? prompt['runSettings'] : {};
  const model = textOrNull(settings['model'])?.replace(/^models\//, '') ?? null;
  const parentPrompt = groups.map(({ parentPrompt: found }) => found).find((found) => found !== null) ?? null;
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => ({
      threadId: thread.threadId,
      namespace: 'default',
      conversationId: conversationId(id),
      format,
      title: thread.isBranch ? null : (textOrNull(prompt['title']) ?? textOrNull(prompt['displayName'])),
      fallbackTitle: thread.threadId,
      // A branch of another prompt is a file of its own.
      branchOf:
        branchOf(plan, thread) ??
        (parentPrompt === null ? null : { threadId: threadId(parentPrompt), runId: null }),
    }),
    copiedFrom: () => null,
    instructionsOf: () =>
      systemMessages(prompt['systemInstruction']).flatMap((message) =>
        message.steps().filter((step): step is InputStep => step.kind === 'input'),
      ),
    findsSteps: false,
  });
  groups.forEach(({ steps }, node) => {
    feed.ready(
      node,
      steps.map((step) => withModel(step, model)),
    );
  });
  feed.end();
}

interface ChunkGroup {
  readonly parent: number;
  readonly isReply: boolean;
  readonly steps: readonly Step[];
  readonly parentPrompt: string | null;
}

/** One message each: a turn, or thoughts and words of one answer. */
function groupsOf(chunks: readonly RawRecord[]): readonly ChunkGroup[] {
  const reader = new GeminiParts();
  const groups: ChunkGroup[] = [];
  const groupOf = new Map<string, number>();
  let open: RawRecord[] = [];
  const close = (): void => {
    const [first] = open;
    if (first === undefined) return;
    const parentId = textOrNull(fieldOf(first['branchParent'], 'id'));
    const known = parentId === null ? undefined : groupOf.get(parentId);
    for (const { id } of open) if (typeof id === 'string') groupOf.set(id, groups.length);
    const isReply = first['role'] === 'model';
    groups.push({
      parent: known ?? groups.length - 1,
      isReply,
      steps: isReply ? replySteps(open, reader) : turnSteps(first, reader),
      parentPrompt: textOrNull(fieldOf(first['branchParent'], 'promptId')),
    });
    open = [];
  };
  for (const chunk of chunks) {
    if (!continues(open.at(-1), chunk)) close();
    open.push(chunk);
  }
  close();
  return groups;
}

function continues(before: RawRecord | undefined, chunk: RawRecord): boolean {
  if (before?.['role'] !== 'model' || chunk['role'] !== 'model' || isRecord(chunk['branchParent']))
    return false;
  if (textOrNull(before['finishReason']) !== null || textOrNull(before['errorMessage']) !== null)
    return false;
  // Words behind words are another answer; behind a thought or a piece of code they are the same.
  const isWords = (one: RawRecord): boolean => textOrNull(one['text']) !== null && one['isThought'] !== true;
  return !(isWords(before) && isWords(chunk));
}

/** Chunks that say nothing are left behind by answers that were stopped. */
function chunksOf(prompt: RawRecord): readonly RawRecord[] {
  const chunks = fieldOf(prompt['chunkedPrompt'], 'chunks');
  return (isList(chunks) ? chunks.filter(isRecord) : []).filter(
    (chunk) => partsOf(chunk).length > 0 || textOrNull(chunk['errorMessage']) !== null,
  );
}

function turnSteps(chunk: RawRecord, reader: GeminiParts): readonly Step[] {
  const { items, hasResults } = reader.input(partsOf(chunk));
  const role = chunk['role'] === 'user' ? (hasResults ? 'result' : 'turn') : 'context';
  return [inputStep(role, items, { id: textOrNull(chunk['id']), atMs: timeOf(chunk), senderId: 'user' })];
}

function replySteps(chunks: readonly RawRecord[], reader: GeminiParts): readonly Step[] {
  const [first] = chunks;
  const items = chunks.flatMap((chunk): readonly InputItem[] => {
    if (chunk['isThought'] !== true) return reader.modelItems(partsOf(chunk));
    const text = textOrNull(chunk['text']) ?? '';
    return [parseInputItem({ type: 'reasoning', summary: [{ type: 'summary_text', text }] })];
  });
  const failed = chunks.find((chunk) => textOrNull(chunk['errorMessage']) !== null);
  const atMs = first === undefined ? null : timeOf(first);
  return [
    replyStep(items, { id: textOrNull(first?.['id']), atMs }),
    ...(failed === undefined
      ? []
      : [noticeStep('error', textOrNull(failed['errorMessage']) ?? '', 'error', atMs)]),
  ];
}

/** The text stands beside the parts that it was made of; a file stands in a field of its own. */
function partsOf(chunk: RawRecord): readonly RawRecord[] {
  const media = mediaPart(chunk);
  const text = textOrNull(chunk['text']);
  const parts = isList(chunk['parts'])
    ? chunk['parts'].filter(isRecord).filter((part) => !('text' in part))
    : [];
  const code = ['executableCode', 'codeExecutionResult'].flatMap((field) =>
    isRecord(chunk[field]) ? [{ [field]: chunk[field] }] : [],
  );
  return [
    ...(media === null ? [] : [media]),
    ...parts,
    ...(code.length > 0 && parts.length > 0 ? [] : code),
    ...(text === null ? [] : [{ text }]),
  ];
}

function mediaPart(chunk: RawRecord): RawRecord | null {
  for (const [field, mimeType] of [
    ['driveImage', 'image/*'],
    ['driveDocument', 'application/octet-stream'],
    ['driveVideo', 'video/*'],
    ['driveAudio', 'audio/*'],
  ] as const) {
    const file = chunk[field];
    if (isRecord(file)) return { fileData: { fileUri: textOrNull(file['id']) ?? field, mimeType } };
  }
  for (const field of ['inlineImage', 'inlineFile', 'inlineAudio']) {
    const data = chunk[field];
    if (isRecord(data)) return { inlineData: data };
  }
  return null;
}

function withModel(step: Step, model: string | null): Step {
  return step.kind === 'reply' ? { ...step, call: { model, usage: null } } : step;
}

function timeOf(chunk: RawRecord): number | null {
  return firstTimeMs(chunk, ['createTime', 'create_time', 'timestamp']);
}

function fieldOf(value: unknown, field: string): unknown {
  return isRecord(value) ? value[field] : undefined;
}
