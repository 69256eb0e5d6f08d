import { inputStep } from '../steps/make-step.ts';
import type { ChatNodes } from './chat-nodes.ts';

/** A conversation whose system prompt stands beside its messages. Null: it has none. */
export function withInstructions(nodes: ChatNodes, text: string | null): ChatNodes {
  if (text === null || text.trim() === '') return nodes;
  const item = { type: 'message', role: 'system', content: text.toWellFormed() } as const;
  const steps = [inputStep('instructions', [item], { senderId: 'system' })];
  return {
    count: nodes.count + 1,
    idAt: (index) => (index === 0 ? 'instructions' : nodes.idAt(index - 1)),
    // Roots follow it.
    parentAt: (index) => (index === 0 ? -1 : Math.max(-1, nodes.parentAt(index - 1)) + 1),
    kindAt: (index) => (index === 0 ? 'instructions' : nodes.kindAt(index - 1)),
    stepsAt: (index) => (index === 0 ? steps : nodes.stepsAt(index - 1)),
  };
}
