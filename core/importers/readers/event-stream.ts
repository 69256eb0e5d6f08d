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
