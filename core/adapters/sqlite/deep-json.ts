/**
 * JSON text of a value that JSON.parse gave. Nesting that is deeper than the engine's own writer copes
 * with is written by an explicit stack, many times slower: JSON.parse reads 200,000 levels, and an
 * import must not fail over one odd item.
 */
export function toJson(value: unknown): string {
  try {
    return shallowJson(value);
  } catch (error) {
    if (error instanceof RangeError) return toDeepJson(value);
    throw error;
  }
}

/** JSON.stringify has no text for undefined, whatever its declaration says. */
function shallowJson(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

type Step =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'value'; readonly value: unknown };

function toDeepJson(root: unknown): string {
  const pieces: string[] = [];
  const stack: Step[] = [{ kind: 'value', value: root }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step.kind === 'text') pieces.push(step.text);
    else if (typeof step.value !== 'object' || step.value === null) pieces.push(shallowJson(step.value));
    else pushParts(stack, step.value);
  }
  return pieces.join('');
}

/** In reverse, because the stack gives the last one back first. */
function pushParts(stack: Step[], value: object): void {
  const isList = Array.isArray(value);
  stack.push({ kind: 'text', text: isList ? ']' : '}' });
  const entries = Object.entries<unknown>({ ...value }).filter(([, part]) => isList || part !== undefined);
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const [key, part] = entries[index] ?? ['', null];
    stack.push({ kind: 'value', value: part });
    const comma = index > 0 ? ',' : '';
    stack.push({ kind: 'text', text: isList ? comma : `${comma}${JSON.stringify(key)}:` });
  }
  stack.push({ kind: 'text', text: isList ? '[' : '{' });
}
