import { conversationId, threadId, type ThreadId } from '../../domain/ids.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { stableId } from '../readers/stable-id.ts';
import { firstTimeMs } from '../readers/time.ts';
import { geminiInteractionsUsage } from '../readers/usage.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { RunEnd, Step } from '../steps/step.ts';
import { cutKindOf } from '../steps/step-thread.ts';
import { titleOf } from '../steps/title-of.ts';
import type { ImportSink } from '../thread-import.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { branchOf } from '../tree/branch-of.ts';
import { LogTree, type TreeNode } from '../tree/log-tree.ts';
import { planThreads } from '../tree/plan-threads.ts';

/** One call of the Interactions API, with what it answered and perhaps what it was asked. */
export function isInteraction(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const isListed = isList(value['steps']) || isList(value['outputs']);
  return isListed && (value['object'] === 'interaction' || isTotalUsage(value['usage']));
}

/** Chains of interactions as threads: each names the one that it goes on from, and where two name the same one they branch. */
export function deliverInteractions(
  sink: ImportSink,
  format: string,
  interactions: readonly RawRecord[],
): void {
  const nodes: TreeNode[] = [];
  const steps: Step[] = [];
  const endOf = new Map<string, number>();
  let missing = 0;
  for (const interaction of parentsFirst(interactions)) {
    const previous = textOrNull(interaction['previous_interaction_id']);
    let end = previous === null ? -1 : (endOf.get(previous) ?? -1);
    if (previous !== null && end < 0) missing += 1;
    for (const step of interactionSteps(interaction)) {
      steps.push(step);
      end = nodes.push({ parent: end, kind: cutKindOf(step), name: null }) - 1;
    }
    const id = textOrNull(interaction['id']);
    if (id !== null) endOf.set(id, end);
  }
  if (missing > 0) {
    sink.warning({
      code: 'missing-previous-response',
      line: null,
      message: `${missing} of the interactions continue one that is not in the file, so what came before is missing.`,
    });
  }
  deliverTree(sink, format, nodes, steps);
}

function deliverTree(
  sink: ImportSink,
  format: string,
  nodes: readonly TreeNode[],
  steps: readonly Step[],
): void {
  const tree = new LogTree(nodes);
  const rootOf: number[] = [];
  nodes.forEach(({ parent }, index) => {
    rootOf[index] = parent < 0 ? index : (rootOf[parent] ?? index);
  });
  const ends = new Map<number, number[]>();
  for (const end of tree.ends()) {
    const root = rootOf[end] ?? end;
    const known = ends.get(root);
    if (known === undefined) ends.set(root, [end]);
    else known.push(end);
  }
  const firstReply = new Map<number, string>();
  steps.forEach((step, index) => {
    const root = rootOf[index] ?? index;
    if (step.kind === 'reply' && step.id !== null && !firstReply.has(root)) firstReply.set(root, step.id);
  });
  const idOf = (root: number): ThreadId =>
    threadId(firstReply.get(root) ?? stableId('interaction', textOrJson(steps[root]) ?? ''));
  const plan = planThreads(
    tree,
    [...ends].map(([root, own]) => ({
      threadId: idOf(root),
      leaf: own.at(-1) ?? root,
      branchEnds: own.slice(0, -1),
    })),
  );
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => ({
      threadId: thread.threadId,
      namespace: 'default',
      conversationId: conversationId(thread.threadId),
      format,
      title: null,
      fallbackTitle:
        titleOf(thread.runs.flatMap(({ entries }) => entries.flatMap((node) => steps[node] ?? []))) ??
        thread.threadId,
      branchOf: branchOf(plan, thread),
    }),
    copiedFrom: () => null,
    findsSteps: false,
  });
  steps.forEach((step, node) => {
    feed.ready(node, [step]);
  });
  feed.end();
}

function interactionSteps(interaction: RawRecord): readonly Step[] {
  const atMs = firstTimeMs(interaction, ['created', 'create_time', 'updated']);
  const listed = isList(interaction['steps']) ? interaction['steps'] : interaction['outputs'];
  const all = isList(listed) ? listed.filter(isRecord) : [];
  const given = all.filter(({ type }) => type === 'user_input');
  const written = all.filter((step) => !given.includes(step));
  const input =
    given.length > 0
      ? given.flatMap((step) => inputSteps(step['content'], atMs))
      : inputSteps(interaction['input'], atMs);
  const id = textOrNull(interaction['id']);
  const call = stepCall(geminiInteractionsUsage(interaction['usage']), textOrNull(interaction['model']), id);
  const end = endOfStatus(interaction['status']);
  return [
    ...input,
    replyStep(written.flatMap(writtenItems), { id, atMs, call }),
    ...(end === null
      ? []
      : [noticeStep(end === 'error' ? 'error' : 'info', errorText(interaction), end, atMs)]),
  ];
}

/** A text, contents, or turns of both sides. */
function inputSteps(input: unknown, atMs: number | null): readonly Step[] {
  if (input === undefined || input === null) return [];
  const list = (isList(input) ? input : [input]).map((element): RawRecord =>
    isRecord(element) ? element : { type: 'text', text: textOrJson(element) ?? '' },
  );
  if (list.some(({ role }) => role === 'model' || role === 'user')) {
    return list.flatMap((turn) =>
      turn['role'] === 'model'
        ? [
            replyStep(
              contentsIn(turn['content']).flatMap((one) =>
                writtenItems({ type: 'model_output', content: [one] }),
              ),
              { atMs },
            ),
          ]
        : inputSteps(turn['content'], atMs),
    );
  }
  const results = list.filter(isResult);
  const said = list.filter((one) => !isResult(one));
  return [
    ...(results.length === 0
      ? []
      : [inputStep('result', results.flatMap(writtenItems), { atMs, senderId: 'tool' })]),
    ...(said.length === 0
      ? []
      : [
          inputStep(
            'turn',
            [
              parseInputItem({
                type: 'message',
                role: 'user',
                content: said.map((one) => part(one, 'input_text')),
              }),
            ],
            { atMs, senderId: 'user' },
          ),
        ]),
  ];
}

/** What the model wrote, and what the provider's own tools gave it. */
function writtenItems(step: RawRecord): readonly InputItem[] {
  const { type } = step;
  if (type === 'thought') {
    const summary = contentsIn(step['summary']).map((one) => ({
      type: 'summary_text',
      text: textOrNull(one['text']) ?? '',
    }));
    const sealed = textOrNull(step['signature']);
    return [
      parseInputItem({
        type: 'reasoning',
        summary,
        ...(sealed === null ? {} : { encrypted_content: sealed }),
      }),
    ];
  }
  if (isResult(step)) {
    return [
      parseInputItem({
        type: 'function_call_output',
        call_id: textOrNull(step['call_id']) ?? textOrNull(step['id']) ?? '',
        output: textOrJson(step['result'] ?? step['content']) ?? '',
        ...(step['is_error'] === true ? { is_error: true } : {}),
      }),
    ];
  }
  if (typeof type === 'string' && type.endsWith('_call')) {
    const name = textOrNull(step['name']) ?? type.slice(0, -'_call'.length);
    return [
      parseInputItem({
        type: 'function_call',
        call_id: textOrNull(step['id']) ?? '',
        name,
        arguments: step['arguments'] ?? {},
      }),
    ];
  }
  const content = type === 'model_output' ? contentsIn(step['content']) : [step];
  return [
    parseInputItem({
      type: 'message',
      role: 'assistant',
      content: content.map((one) => part(one, 'output_text')),
    }),
  ];
}

function isResult({ type }: RawRecord): boolean {
  return typeof type === 'string' && type.endsWith('_result');
}

function part(content: RawRecord, textType: 'input_text' | 'output_text'): RawRecord {
  const { type, data, uri } = content;
  if (type === 'text') return { type: textType, text: textOrJson(content['text']) ?? '' };
  const mime = textOrNull(content['mime_type']) ?? 'application/octet-stream';
  const address = typeof data === 'string' ? `data:${mime};base64,${data}` : textOrNull(uri);
  if (type === 'image') return { type: 'input_image', ...(address === null ? {} : { image_url: address }) };
  if (type === 'document' || type === 'audio' || type === 'video')
    return { type: 'input_file', ...(address === null ? {} : { file_data: address }) };
  return content;
}

function contentsIn(value: unknown): readonly RawRecord[] {
  const list = isList(value) ? value : value === undefined || value === null ? [] : [value];
  return list.map((one) => (isRecord(one) ? one : { type: 'text', text: textOrJson(one) ?? '' }));
}

function endOfStatus(status: unknown): RunEnd | null {
  switch (status) {
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'cancelled';
    case 'in_progress':
    case 'incomplete':
      return 'open';
    default:
      return null;
  }
}

function errorText({ error }: RawRecord): string {
  return isRecord(error) ? (textOrNull(error['message']) ?? '') : (textOrNull(error) ?? '');
}

/** A log may list an interaction before the one that it goes on from. */
function parentsFirst(interactions: readonly RawRecord[]): readonly RawRecord[] {
  const byId = new Map(interactions.map((interaction) => [textOrNull(interaction['id']), interaction]));
  const placed = new Set<RawRecord>();
  for (const interaction of interactions) {
    const chain = new Set<RawRecord>();
    let next: RawRecord | undefined = interaction;
    while (next !== undefined && !placed.has(next) && !chain.has(next)) {
      chain.add(next);
      const previous = textOrNull(next['previous_interaction_id']);
      next = previous === null ? undefined : byId.get(previous);
    }
    for (const link of [...chain].reverse()) placed.add(link);
  }
  return [...placed];
}

function isTotalUsage(usage: unknown): boolean {
  return isRecord(usage) && 'total_input_tokens' in usage;
}
