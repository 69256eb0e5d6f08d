import type { ContentKind, TokenizerReport } from '../../core/contract.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { estimateTextTokens, estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { indexProfile } from '../../core/replay/index.ts';
import type { ContentPart, InputItem } from '../../core/domain/input-item.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { contentKindOf } from './lab-content-kind.ts';
import { takeTurns } from './take-turns.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** The encoding of GPT-4o and all later OpenAI models: what "exact" means for other providers is near, not equal. */
const ENCODING = 'o200k_base';
const MAX_POINTS = 400;
/**
 * A stretch without a blank is one word to a tokenizer, whose time grows with its square: such a text is
 * counted piece by piece, which is off by at most a token a piece.
 */
const LONG_WORD = /\S{1000}/;
const PIECE_CHARACTERS = 1_000;
/** Beyond this many characters of a thread texts are counted by the share of a sample. */
const THREAD_CHARACTERS = 20_000_000;

interface KindSums {
  texts: number;
  characters: number;
  estimatedTokens: number;
  exactTokens: number;
}

/** Counts the thread's texts as the provider's tokenizer would. */
export async function tokenizeThread(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  signal?: CancelSignal,
): Promise<TokenizerReport> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Text that looks like one of the encoding's own marks is text here, as it is to a provider.
  const countText = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
  const count = (text: string): number =>
    LONG_WORD.test(text) ? countPieces(text, countText) : countText(text);
  const byKind = new Map<ContentKind, KindSums>();
  /** Exact tokens before each message; by message of the thread. */
  const exactBefore: number[] = [0];
  let exact = 0;
  let estimated = 0;
  let characters = 0;
  const turns = takeTurns();
  for (let position = 0; position < thread.run_count; position += 1) {
    signal?.throwIfAborted();
    const row = context.reader.runAt(thread.thread_ref, position);
    for (const message of row === null ? [] : context.reader.messages(row)) {
      const texts = message.items.flatMap(itemTexts);
      // What an item costs beside its text, images and files are taken as estimated: a tokenizer can't see them.
      const textEstimate = texts.reduce((sum, text) => sum + estimateTextTokens(text), 0);
      const estimate = estimateMessageTokens(message);
      exact += Math.max(0, estimate - textEstimate);
      estimated += estimate;
      for (const text of texts) {
        characters += text.length;
        const tokens =
          characters <= THREAD_CHARACTERS
            ? count(text)
            : Math.round(estimateTextTokens(text) * (exact / estimated));
        exact += tokens;
        addKind(byKind, text, tokens);
      }
      exactBefore.push(exact);
      await turns.pass();
    }
  }
  return {
    encoding: ENCODING,
    points: pointsOf(context, thread, exactBefore),
    byKind: [...byKind].map(([kind, sums]) => ({ kind, ...sums })),
    estimatedTokens: estimated,
    exactTokens: exact,
    sampledCharacters: characters > THREAD_CHARACTERS ? THREAD_CHARACTERS : null,
  };
}

function countPieces(text: string, count: (piece: string) => number): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS)
    tokens += count(text.slice(at, at + PIECE_CHARACTERS));
  return tokens;
}

function addKind(byKind: Map<ContentKind, KindSums>, text: string, exactTokens: number): void {
  if (text === '') return;
  const kind = contentKindOf(text);
  const sums = byKind.get(kind) ?? { texts: 0, characters: 0, estimatedTokens: 0, exactTokens: 0 };
  sums.texts += 1;
  sums.characters += text.length;
  sums.estimatedTokens += estimateTextTokens(text);
  sums.exactTokens += exactTokens;
  byKind.set(kind, sums);
}

/** Whole transcript before each call, evenly picked. */
function pointsOf(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  exactBefore: readonly number[],
): TokenizerReport['points'] {
  const index = indexProfile(context.cache.profile(thread));
  const step = Math.max(1, Math.ceil(index.callCount / MAX_POINTS));
  const points: { call: number; exactTokens: number }[] = [];
  for (let call = 0; call < index.callCount; call += step) {
    points.push({ call, exactTokens: exactBefore[index.promptMessages[call] ?? 0] ?? 0 });
  }
  return points;
}

function itemTexts(item: InputItem): readonly string[] {
  switch (item.type) {
    case 'message':
      return contentTexts(item.content);
    case 'function_call':
      return [item.name, item.arguments];
    case 'function_call_output':
      return contentTexts(item.output);
    case 'reasoning':
      return item.summary.map(({ text }) => text);
    case 'code_interpreter_call':
      return [item.code];
    default:
      return [];
  }
}

function contentTexts(content: string | readonly ContentPart[]): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((part) =>
    part.type === 'input_text' || part.type === 'output_text' ? [part.text] : [],
  );
}
