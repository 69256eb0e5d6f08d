import type { InputItem } from '../../domain/input-item.ts';
import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import type { CutFacts, TranscriptEntry } from './transcript-entry.ts';

const NO_PAIRS: CutFacts['pairs'] = [];
const TURN: CutFacts = { isUserTurn: true, pairs: NO_PAIRS };
const OTHER: CutFacts = { isUserTurn: false, pairs: NO_PAIRS };

/** Most entries share one of two: a transcript may have hundreds of thousands of them. */
export function cutFacts(kind: 'input' | 'reply', items: readonly InputItem[]): CutFacts {
  const pairs: CutFacts['pairs'][number][] = [];
  for (const item of items) {
    const call = toolCallOf(item);
    if (call !== null) pairs.push({ callId: call.callId, isResult: false });
    const result = toolResultOf(item);
    if (result !== null) pairs.push({ callId: result, isResult: true });
  }
  const isUserTurn = kind === 'input' && items.some(isSpokenByUser);
  const [first] = pairs;
  if (first === undefined) return isUserTurn ? TURN : OTHER;
  // A list that was added to keeps room for sixteen more.
  return pairs.length === 1 && !isUserTurn ? new OnePair(first) : { isUserTurn, pairs: pairs.slice() };
}

/** Of an entry with one call or one result, as most are that have any. */
class OnePair implements CutFacts {
  readonly isUserTurn = false;
  readonly callId: string;
  readonly isResult: boolean;

  constructor({ callId, isResult }: CutFacts['pairs'][number]) {
    this.callId = callId;
    this.isResult = isResult;
  }

  get pairs(): CutFacts['pairs'] {
    return [this];
  }
}

/** Told with the entry, where reading its items takes time; else from them. */
export function factsOf(entry: TranscriptEntry): CutFacts {
  if (entry.kind === 'compaction') return OTHER;
  return entry.facts ?? cutFacts(entry.kind, entry.kind === 'input' ? [entry.item] : entry.items);
}

function isSpokenByUser(item: InputItem): boolean {
  if (item.type !== 'message' || item.role !== 'user') return false;
  if (typeof item.content === 'string') return item.content.trim() !== '';
  return item.content.some((part) => !('text' in part) || part.text.trim() !== '');
}
