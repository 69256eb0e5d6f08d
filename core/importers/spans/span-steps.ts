import { inputStep, replyStep } from '../steps/make-step.ts';
import type { CompactionStep, InputStep, ReplyStep, Step, StepCall } from '../steps/step.ts';
import { isTurn, messageText, type SaidMessage } from './said-message.ts';
import type { Span } from './span.ts';
import type { NamedMessage, Shortening, SpanTranscript } from './span-transcript.ts';
import type { SpanNode } from './span-tree.ts';

/** Wrappers of a request that are asked for what the request itself doesn't hold. */
const ASKED_WRAPPERS = 3;

/** Opens a run of which no words were kept: nobody can tell that there was no turn. */
export const BLANK_TURN: InputStep = inputStep('turn', [], { senderId: 'user' });

/**
 * What a request was given, or gave back. An integration may keep it in a span around the one that it counts
 * in, which then stands for this request alone.
 */
export function saidBy(node: SpanNode, read: (span: Span) => readonly SaidMessage[]): readonly SaidMessage[] {
  let next: SpanNode | null = node;
  for (let asked = 0; asked <= ASKED_WRAPPERS && next !== null; asked += 1) {
    const said = asked === 0 || next.requestsBelow === 1 ? read(next.span) : [];
    if (!isNothing(said)) return said;
    next = next.wrapper;
  }
  return read(node.span);
}

/** Python's nothing, written out, is the answer only where nobody knows better. */
function isNothing(said: readonly SaidMessage[]): boolean {
  const [only, ...others] = said;
  if (only === undefined) return true;
  return others.length === 0 && only.role === 'assistant' && messageText(only) === 'None';
}

/** An agent's span may hold the instructions that its requests leave out. */
export function withInstructions(input: readonly SaidMessage[], { doer }: SpanNode): readonly SaidMessage[] {
  if (doer?.span.kind !== 'agent' || input.length === 0 || input.some(isInstruction)) return input;
  return [...doer.span.input().filter(isInstruction), ...input];
}

/**
 * Where the run's own messages begin among those of its first request: at the turn that it answers. Before it
 * stand turns of earlier runs, if one of them was answered; else everything is the run's own.
 */
export function ownFrom(messages: readonly NamedMessage[]): number {
  const isTurnAt = (at: number): boolean => {
    const named = messages[at];
    return named !== undefined && isTurn(named.message);
  };
  let own = messages.findLastIndex((_, at) => isTurnAt(at));
  while (own > 0 && isTurnAt(own - 1)) own -= 1;
  if (own <= 0) return 0;
  const firstTurn = messages.findIndex((_, at) => isTurnAt(at));
  const isAnswered = messages.slice(firstTurn, own).some(({ message }) => message.role === 'assistant');
  return isAnswered ? own : 0;
}

export function messageStep(
  { id, message }: NamedMessage,
  transcript: SpanTranscript,
  atMs: number | null,
  call: ReplyStep['call'] = 'same',
): InputStep | ReplyStep {
  const items = transcript.itemsOf(message);
  switch (message.role) {
    case 'assistant':
      return replyStep(items, { id, atMs, call });
    case 'tool':
      return inputStep('result', items, { id, atMs, senderId: 'tool' });
    case 'user':
      return inputStep(roleOfUser(message), items, { id, atMs, senderId: 'user' });
    default:
      return inputStep('instructions', items, { id, atMs, senderId: message.role });
  }
}

export function isInstructionStep(step: Step): step is InputStep & { readonly role: 'instructions' } {
  return step.kind === 'input' && step.role === 'instructions';
}

export function compactionStep({ summary, keptFromId }: Shortening, atMs: number | null): CompactionStep {
  return {
    kind: 'compaction',
    id: null,
    text: summary,
    opaque: false,
    trigger: 'unknown',
    tokensBefore: null,
    tokensAfter: null,
    keptFromId,
    atMs,
  };
}

export function stepCallOf({ model, usage, answerId }: Span, perCall: boolean): StepCall {
  return { model, usage, answerId, perCall };
}

/** A result as the call has it that it answers. */
export function asResultOf(message: SaidMessage, callId: string | null, name: string): SaidMessage {
  return {
    role: 'tool',
    pieces: message.pieces.map((piece) =>
      piece.kind === 'result'
        ? { ...piece, id: callId ?? piece.id, name: piece.name ?? name }
        : {
            kind: 'result',
            id: callId,
            name,
            output: piece.kind === 'text' ? piece.text : piece.kind === 'part' ? [piece.part] : '',
          },
    ),
  };
}

/** Anthropic's results are carried by a user. */
function roleOfUser(message: SaidMessage): InputStep['role'] {
  if (isTurn(message)) return 'turn';
  return message.pieces.some(({ kind }) => kind === 'result') ? 'result' : 'context';
}

function isInstruction({ role }: SaidMessage): boolean {
  return role === 'system' || role === 'developer';
}
