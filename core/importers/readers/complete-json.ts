/**
 * Completes a JSON text that ends in the middle: what is unfinished is dropped back to the last whole
 * value and every open list and object is closed. A complete text comes back as it was; the result of
 * a text that is no JSON parses no better than the text did.
 */
export function completeJson(text: string): string {
  const closers: string[] = [];
  let inString = false;
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
        break;
      case '{':
      case '[':
        closers.push(character === '{' ? '}' : ']');
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
        break;
      default:
        break;
    }
  }
  if (closers.length === 0 && !inString) return text;
  return text.slice(0, safeEnd) + closers.reverse().join('');
}
