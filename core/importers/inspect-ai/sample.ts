import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { tokenCount } from '../readers/usage.ts';
import { Attachments } from './attachments.ts';

/** A sample of a log in one epoch, with everything in its place. */
export interface Sample {
  readonly id: string;
  readonly epoch: number;
  readonly uuid: string | null;
  readonly startMs: number | null;
  readonly messages: readonly RawRecord[];
  /** In the order of the log, those inside others flattened. */
  readonly events: readonly SampleEvent[];
  /** Sums of the sample by model. */
  readonly usageByModel: RawRecord;
  /** What the last answer was billed, where the sample keeps no events. */
  readonly lastOutput: RawRecord | null;
  /** What made it end early; null when nothing did. */
  readonly failure: { readonly text: string; readonly isLimit: boolean } | null;
}

export interface SampleEvent {
  readonly raw: RawRecord;
  readonly atMs: number | null;
  /** The tool, or the agent in it, that it happened in; null: the sample itself. */
  readonly agent: AgentSpan | null;
}

/** What an agent did that a tool had started. */
export interface AgentSpan {
  readonly id: string;
  readonly name: string;
  readonly parent: AgentSpan | null;
}

/** Events inside others nest as deep as agents do. */
const DEEPEST_EVENTS = 30;

export function readSample(raw: RawRecord): Sample {
  const transcript = isRecord(raw['transcript']) ? raw['transcript'] : {};
  const attachments = new Attachments({
    ...recordOf(transcript['content']),
    ...recordOf(raw['attachments']),
  });
  const data = recordOf(raw['events_data']);
  const pool = listOf(raw['message_pool'] ?? data['messages']);
  const events = isList(raw['events']) && raw['events'].length > 0 ? raw['events'] : transcript['events'];
  const resolve = (value: unknown): RawRecord => recordOf(attachments.resolve(value));
  return {
    id: idText(raw['id']),
    epoch: tokenCount(raw['epoch']) ?? 1,
    uuid: textOrNull(raw['uuid']),
    startMs: readTimeMs(recordOf(listOf(events)[0])['timestamp']),
    messages: fromPool(listOf(raw['messages']), pool).map(resolve),
    events: new EventReader(pool, resolve).read(listOf(events)),
    usageByModel: recordOf(raw['model_usage']),
    lastOutput: isRecord(raw['output']) ? raw['output'] : null,
    failure: failureOf(raw),
  };
}

/** Messages may be given by their index in a pool. */
function fromPool(messages: readonly unknown[], pool: readonly unknown[]): readonly unknown[] {
  return messages.map((message) => (typeof message === 'number' ? pool[message] : message));
}

class EventReader {
  readonly #pool: readonly unknown[];
  readonly #resolve: (value: unknown) => RawRecord;
  readonly #events: SampleEvent[] = [];
  /** The tool or agent that a span is part of, by the span's id. */
  readonly #agentOf = new Map<string, AgentSpan | null>();
  /** Spans of tools: an agent inside one works for it. */
  readonly #tools = new Set<string>();

  constructor(pool: readonly unknown[], resolve: (value: unknown) => RawRecord) {
    this.#pool = pool;
    this.#resolve = resolve;
  }

  read(events: readonly unknown[]): readonly SampleEvent[] {
    this.#add(events, null, 0);
    return this.#events;
  }

  #add(events: readonly unknown[], outer: AgentSpan | null, depth: number): void {
    for (const event of events) {
      if (!isRecord(event)) continue;
      const kind = event['event'];
      if (kind === 'span_begin') this.#openSpan(event, outer);
      const agent = this.#agentOf.get(textOrNull(event['span_id']) ?? '') ?? outer;
      if (kind === 'model' || kind === 'compaction') {
        this.#events.push({ raw: this.#withInput(event), atMs: readTimeMs(event['timestamp']), agent });
      }
      const inner = event['events'];
      if (!isList(inner) || inner.length === 0 || depth >= DEEPEST_EVENTS) continue;
      // Before there were spans, events stood inside the one of their tool.
      const own = kind === 'tool' ? this.#agentOfTool(event, agent) : agent;
      this.#add(inner, own, depth + 1);
    }
  }

  #openSpan(event: RawRecord, outer: AgentSpan | null): void {
    const id = textOrNull(event['id']) ?? textOrNull(event['span_id']);
    if (id === null) return;
    const parentId = textOrNull(event['parent_id']) ?? '';
    const around = this.#agentOf.get(parentId) ?? outer;
    const type = event['type'];
    if (type === 'tool') {
      this.#tools.add(id);
      this.#agentOf.set(id, { id, name: textOrNull(event['name']) ?? 'tool', parent: around });
      return;
    }
    const isToolsAgent = type === 'agent' && this.#tools.has(parentId);
    // The agent takes the place of the tool that is nothing but its door.
    const door = isToolsAgent ? (this.#agentOf.get(parentId)?.parent ?? null) : null;
    this.#agentOf.set(
      id,
      isToolsAgent ? { id, name: textOrNull(event['name']) ?? 'agent', parent: door } : around,
    );
  }

  #agentOfTool(event: RawRecord, around: AgentSpan | null): AgentSpan {
    const id = textOrNull(event['id']) ?? textOrNull(event['uuid']) ?? `tool-${this.#events.length + 1}`;
    const name = textOrNull(event['agent']) ?? textOrNull(event['function']) ?? 'tool';
    return { id, name, parent: around };
  }

  #withInput(event: RawRecord): RawRecord {
    const refs = event['input_refs'];
    const given = listOf(event['input']);
    const input = isList(refs) && given.length === 0 ? this.#expand(refs) : fromPool(given, this.#pool);
    const { call: _call, tools: _tools, ...kept } = event;
    return this.#resolve({ ...kept, input });
  }

  /** Ranges of the pool: `[start, end)`. */
  #expand(refs: readonly unknown[]): readonly unknown[] {
    return refs.flatMap((range) => {
      if (typeof range === 'number') return this.#pool.slice(range, range + 1);
      const [start, end] = isList(range) ? range : [];
      return typeof start === 'number' && typeof end === 'number' ? this.#pool.slice(start, end) : [];
    });
  }
}

function failureOf(raw: RawRecord): Sample['failure'] {
  const { error, limit } = raw;
  if (isRecord(error)) return { text: textOrNull(error['message']) ?? 'The sample failed.', isLimit: false };
  if (!isRecord(limit)) return null;
  const type = textOrNull(limit['type']) ?? 'unknown';
  return { text: `The sample ended at its limit: ${type} ${plainText(limit['limit'])}.`, isLimit: true };
}

function idText(value: unknown): string {
  return typeof value === 'number' ? String(value) : (textOrNull(value) ?? 'sample');
}

function recordOf(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}
