import type { ContentPart, InputItem } from '../../domain/input-item.ts';
import type { Message } from '../../domain/message.ts';
import { isRecord, type RawRecord } from '../../importers/raw-record.ts';

/** A text that may hold data; the text itself when it stays as it is. */
export type MapText = (text: string) => string;

/**
 * Replaces the texts that may hold base64 data: addresses of images, data of files, results of image
 * generation, and every text of an item or part that nobody knows. What nothing changes in comes back as
 * the very object it was, so that a thread of texts costs next to nothing.
 */
export function mapPayloads(messages: readonly Message[], map: MapText): readonly Message[] {
  return mapList(messages, (message) => {
    const items = mapList(message.items, (item) => mapItem(item, map));
    return items === message.items ? message : { ...message, items };
  });
}

export function mapItem(item: InputItem, map: MapText): InputItem {
  switch (item.type) {
    case 'message': {
      if (typeof item.content === 'string') return item;
      const content = mapList(item.content, (part) => mapPart(part, map));
      return content === item.content ? item : { ...item, content };
    }
    case 'function_call_output': {
      if (typeof item.output === 'string') return item;
      const output = mapList(item.output, (part) => mapPart(part, map));
      return output === item.output ? item : { ...item, output };
    }
    case 'image_generation_call': {
      const result = item.result === undefined ? undefined : map(item.result);
      return result === undefined || result === item.result ? item : { ...item, result };
    }
    case 'code_interpreter_call': {
      const outputs = mapList(item.outputs, (output) => {
        if (output.type === 'logs' || output.url === undefined) return output;
        const url = map(output.url);
        return url === output.url ? output : { ...output, url };
      });
      return outputs === item.outputs ? item : { ...item, outputs };
    }
    case 'unknown': {
      const raw = mapDeep(item.raw, map);
      return raw === item.raw ? item : { ...item, raw };
    }
    case 'function_call':
    case 'reasoning':
    case 'web_search_call':
      return item;
  }
}

function mapPart(part: ContentPart, map: MapText): ContentPart {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return part;
    case 'input_image': {
      const url = part.image_url === undefined ? undefined : map(part.image_url);
      return url === undefined || url === part.image_url ? part : { ...part, image_url: url };
    }
    case 'input_file': {
      const data = part.file_data === undefined ? undefined : map(part.file_data);
      return data === undefined || data === part.file_data ? part : { ...part, file_data: data };
    }
    case 'unknown': {
      const raw = mapDeep(part.raw, map);
      return raw === part.raw ? part : { ...part, raw };
    }
  }
}

function mapList<Entry>(list: readonly Entry[], map: (entry: Entry) => Entry): readonly Entry[] {
  let mapped: Entry[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const entry = list[index];
    if (entry === undefined) continue;
    const next = map(entry);
    if (next === entry) continue;
    mapped ??= [...list];
    mapped[index] = next;
  }
  return mapped ?? list;
}

/** Of a value that JSON.parse gave. Nesting that is too deep to be written anew stays as it is. */
function mapDeep(raw: RawRecord, map: MapText): RawRecord {
  if (!holdsChange(raw, map)) return raw;
  try {
    const text = JSON.stringify(raw, (_key, value: unknown) =>
      typeof value === 'string' ? map(value) : value,
    );
    const mapped: unknown = JSON.parse(text);
    return isRecord(mapped) ? mapped : raw;
  } catch (error) {
    if (error instanceof RangeError) return raw;
    throw error;
  }
}

function holdsChange(root: unknown, map: MapText): boolean {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'string') {
      if (map(value) !== value) return true;
    } else if (Array.isArray(value)) {
      for (const entry of value) stack.push(entry);
    } else if (isRecord(value)) {
      for (const entry of Object.values(value)) stack.push(entry);
    }
  }
  return false;
}
