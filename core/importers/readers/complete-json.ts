/** Of a value this long so far the beginning says enough; what tells formats apart is shorter, and has to be whole. */
const LONG_TEXT = 1000;
/** Of `\u0000`. */
const LONGEST_ESCAPE = 6;

/**
 * Completes a JSON text that ends in the middle: what is unfinished is dropped back to the last whole
 * value, unless it is a long text, and every open list and object is closed. A complete text comes back as it was; the result of
 * a text that is no JSON parses no better than the text did.
 */
export function completeJson(text: string): string {
  const closers: string[] = [];
  let inString = false;
  let stringStart = 0;
  /** The string that comes next, or is open, is a value: it stands behind a colon, or in a list. */
  let isValue = false;
  // Every bracket moves it, so `closers` always belongs to it.
  let safeEnd = 0;

  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
      continue;
    }
    switch (character) {
      case '"':
        inString = true;
        stringStart = index;
        break;
      case ':':
        isValue = true;
        break;
      case '{':
      case '[':
        closers.push(character === '{' ? '}' : ']');
        isValue = character === '[';
        safeEnd = index + 1;
        break;
      case '}':
      case ']':
        closers.pop();
        safeEnd = index + 1;
        break;
      case ',':
        // Before the comma stands a whole value; behind it perhaps only half of one.
        safeEnd = index;
        isValue = closers.at(-1) === ']';
        break;
      default:
        break;
    }
  }
  if (closers.length === 0 && !inString) return text;
  const cut = inString && isValue ? cutText(text.slice(stringStart)) : null;
  const whole = cut === null ? text.slice(0, safeEnd) : text.slice(0, stringStart) + cut;
  return whole + closers.reverse().join('');
}

/** A text that is cut off, closed; null for one that is short, or no JSON. */
function cutText(text: string): string | null {
  if (text.length < LONG_TEXT) return null;
  for (let removed = 0; removed < LONGEST_ESCAPE; removed += 1) {
    const closed = `${text.slice(0, text.length - removed)}"`;
    try {
      JSON.parse(closed);
      return closed;
    } catch {
      // It ends in the middle of an escape.
    }
  }
  return null;
}
