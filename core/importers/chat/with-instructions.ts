import { inputStep } from '../steps/make-step.ts';
import type { ChatNode } from './chat-tree.ts';

const ID = 'instructions';

/** A conversation whose system prompt stands beside its messages. Null: it has none. */
export function withInstructions(nodes: readonly ChatNode[], text: string | null): readonly ChatNode[] {
  if (text === null || text.trim() === '') return nodes;
  const ids = new Set(nodes.map(({ id }) => id));
  const item = { type: 'message', role: 'system', content: text.toWellFormed() } as const;
  return [
    {
      id: ID,
      parentId: null,
      kind: 'instructions',
      steps: [inputStep('instructions', [item], { senderId: 'system' })],
    },
    ...nodes.map((node) =>
      node.parentId !== null && ids.has(node.parentId) ? node : underInstructions(node),
    ),
  ];
}

/** Its steps may be read when they are asked for, which a copy of its fields would do at once. */
function underInstructions(node: ChatNode): ChatNode {
  return {
    id: node.id,
    parentId: ID,
    kind: node.kind,
    get steps() {
      return node.steps;
    },
  };
}
