import type { AlignmentReport, ViewChoice } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { Message } from '../../core/domain/message.ts';
import { alignSummary } from '../../core/facts/alignment.ts';
import { messageTexts } from '../../core/facts/message-texts.ts';
import { SUMMARY_PREFIX } from '../../core/summarizers/llm-history-summarizer.ts';
import { resolveView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

const EXCERPT_CHARACTERS = 220;
/** Listed in full, the traceless messages of a long thread would bury the rest. */
const LISTED_TRACELESS = 200;

interface PlacedMessage {
  readonly run: number;
  readonly message: number;
  readonly content: Message;
}

/** Which covered messages each sentence of the view's summary rests on. */
export function alignmentReport(
  context: WorkspaceContext,
  query: { readonly thread: number; readonly view: ViewChoice },
): AlignmentReport {
  const thread = threadOf(context.reader, query.thread);
  const view = resolveView(context, thread, query.view);
  const stored = view.summary?.text ?? null;
  if (stored === null) {
    throw new InspectorError('not-found', 'This view has no summary that can be read, so nothing to align.');
  }
  // The words that stand before every summary rest on nothing.
  const text = stored.startsWith(SUMMARY_PREFIX) ? stored.slice(SUMMARY_PREFIX.length) : stored;
  const placed = coveredMessages(context, query.thread, view.coveredRuns);
  const { sentences, traceless } = alignSummary(
    text,
    placed.map(({ content }) => content),
  );
  const cited = new Set(sentences.flatMap(({ supports }) => supports.map(({ message }) => message)));
  const untraced = new Set(traceless.slice(0, LISTED_TRACELESS));
  return {
    summary: text,
    coveredRuns: view.coveredRuns,
    sentences: sentences.map((sentence) => ({
      ...sentence,
      unknownFacts: sentence.unknownFacts.map(({ normal }) => normal),
    })),
    messageCount: placed.length,
    messages: placed.flatMap(({ run, message, content }, place) =>
      cited.has(place) || untraced.has(place)
        ? [{ place, run, message, ...shown(content), traceless: untraced.has(place) }]
        : [],
    ),
    tracelessCount: traceless.length,
  };
}

export function coveredMessages(
  { reader }: Pick<WorkspaceContext, 'reader'>,
  thread: number,
  coveredRuns: number,
  firstRun = 0,
): readonly PlacedMessage[] {
  const placed: PlacedMessage[] = [];
  for (let run = firstRun; run < coveredRuns; run += 1) {
    const row = reader.runAt(thread, run);
    if (row === null) continue;
    reader.messages(row).forEach((content, message) => placed.push({ run, message, content }));
  }
  return placed;
}

function shown(content: Message): { readonly sender: string; readonly excerpt: string } {
  const text = messageTexts(content).join(' ').replace(/\s+/g, ' ').trim();
  const cut =
    text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS).toWellFormed()}…` : text;
  return { sender: senderOf(content), excerpt: cut };
}

function senderOf({ items }: Message): string {
  const [first] = items;
  switch (first?.type) {
    case 'message':
      return first.role;
    case 'function_call':
      return 'tool call';
    case 'function_call_output':
      return 'tool result';
    default:
      return first?.type ?? 'empty';
  }
}
