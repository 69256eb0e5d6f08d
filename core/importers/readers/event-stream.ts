import { parseJson } from './json-text.ts';

/** The `data` of each server-sent event, in order; the lines of one event's data joined as the standard says. */
export function eventData(text: string): readonly string[] {
  const events: string[] = [];
  let data: string[] = [];
  const close = (): void => {
    if (data.length > 0) events.push(data.join('\n'));
    data = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') close();
    else if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
  }
  close();
  return events;
}

/**
 * The JSON values of one event's data, each undefined that is none: one, or one for each line where a recorder
 * left out the blank lines between events. The end of a stream (`[DONE]`) is no value.
 */
export function eventValues(data: string): readonly unknown[] {
  const whole = parsed(data);
  const lines = whole === undefined && data.includes('\n') ? data.split('\n').map(parsed) : [whole];
  return lines.filter((value) => value !== null);
}

function parsed(text: string): unknown {
  if (text === '' || text === '[DONE]') return null;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
