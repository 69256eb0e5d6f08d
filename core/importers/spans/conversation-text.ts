import type { SaidMessage, SaidRole } from './said-message.ts';

const ROLES: ReadonlyMap<string, SaidRole> = new Map([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);
const SPEAKER = /^(system|developer|user|human|assistant|ai|tool|function):[ \n]/gim;

/**
 * A request that an integration has written out as a text, `role: words` for each message. Null for any
 * other text; a text is taken for one only when somebody speaks who could begin a request.
 */
export function readConversationText(text: string): readonly SaidMessage[] | null {
  const marks = [...text.matchAll(SPEAKER)];
  const [first] = marks;
  if (first?.index !== 0 || !/^(?:system|developer|user|human)$/i.test(first[1] ?? '')) return null;
  return marks.map((mark, at): SaidMessage => {
    const words = text
      .slice(mark.index + mark[0].length, marks[at + 1]?.index)
      .trimEnd()
      .toWellFormed();
    const role = ROLES.get((mark[1] ?? '').toLowerCase()) ?? 'user';
    if (role === 'tool') return { role, pieces: [{ kind: 'result', id: null, name: null, output: words }] };
    // Python writes its nothing where an answer is a call only.
    const isEmpty = words === '' || (role === 'assistant' && words === 'None');
    return { role, pieces: isEmpty ? [] : [{ kind: 'text', text: words }] };
  });
}
