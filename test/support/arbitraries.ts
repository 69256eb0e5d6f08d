import fc from 'fast-check';
import { messageId, runId, summaryId } from '../../core/domain/ids.ts';
import type { ContentPart, InputItem, MessageRole } from '../../core/domain/input-item.ts';
import type { Message } from '../../core/domain/message.ts';
import type { MessageOrigin } from '../../core/domain/run-block.ts';
import { run } from './builders.ts';
import type { RunRecord } from '../../core/domain/thread.ts';

/** Any text that can be written: whole characters of every length in UTF-8. */
const text = fc.string({ unit: 'binary', maxLength: 40 });
/** Any value as it is read from JSON text, which knows no negative zero. */
const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const role = fc.constantFrom<MessageRole>('user', 'assistant', 'system', 'developer');

export const contentParts: fc.Arbitrary<ContentPart> = fc.oneof(
  fc.record({ type: fc.constantFrom('input_text' as const, 'output_text' as const), text }),
  fc.record(
    { type: fc.constant('input_image' as const), image_url: text, file_id: text, detail: text },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constant('input_file' as const), file_id: text, filename: text, file_data: text },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('unknown' as const),
    raw: fc.record({ type: fc.constant('input_audio'), data: text }),
  }),
);

const content = fc.oneof(text, fc.array(contentParts, { maxLength: 3 }));

export const inputItems: fc.Arbitrary<InputItem> = fc.oneof(
  fc.record(
    { type: fc.constant('message' as const), role, content, id: text },
    { requiredKeys: ['type', 'role', 'content'] },
  ),
  fc.record({ type: fc.constant('function_call' as const), call_id: text, name: text, arguments: text }),
  fc.record({ type: fc.constant('function_call_output' as const), call_id: text, output: content }),
  fc.record(
    {
      type: fc.constant('reasoning' as const),
      summary: fc.array(fc.record({ type: fc.constant('summary_text' as const), text }), { maxLength: 2 }),
      encrypted_content: text,
    },
    { requiredKeys: ['type', 'summary'] },
  ),
  fc.record({
    type: fc.constant('code_interpreter_call' as const),
    code: text,
    outputs: fc.array(fc.record({ type: fc.constant('logs' as const), logs: text }), { maxLength: 2 }),
  }),
  fc.record({ type: fc.constant('web_search_call' as const), id: text }),
  fc.record({ type: fc.constant('image_generation_call' as const), result: text }),
  fc.record({
    type: fc.constant('unknown' as const),
    raw: fc.record({ type: fc.constant('mcp_call'), arguments: text, output: json }),
  }),
);

/** Messages with ids of their own, `m0`, `m1`, …. */
export const messageLists: fc.Arbitrary<readonly Message[]> = fc
  .array(fc.array(inputItems, { maxLength: 3 }), { maxLength: 12 })
  .map((lists) => lists.map((items, index) => ({ id: messageId(`m${index}`), senderId: 'user-1', items })));

const origins: fc.Arbitrary<MessageOrigin | null> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('A', 'B', 'C').map((id) => ({ kind: 'run' as const, runId: runId(id) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('A', 'S')
      .map((id) => ({ kind: 'summary' as const, summaryId: summaryId(id) })),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** Messages and where they come from: runs that come back, summaries, and messages of no run. */
export const placedMessages = fc.array(origins, { maxLength: 14 }).map((list) => {
  const messages = list.map((_, index): Message => ({ id: messageId(`m${index}`), senderId: '', items: [] }));
  const placed = list.flatMap((origin, index) =>
    origin === null ? [] : [[messageId(`m${index}`), origin] as const],
  );
  return { messages, originOf: new Map(placed) };
});

/** A thread of runs `r0`, `r1`, … that follow one another. */
export const transcripts: fc.Arbitrary<readonly RunRecord[]> = fc
  .array(fc.array(inputItems, { maxLength: 2 }), { maxLength: 6 })
  .map((list) =>
    list.map((items, index) =>
      run(`r${index}`, [{ id: messageId(`m${index}`), senderId: 'user-1', items }], {
        previousRunId: index === 0 ? null : runId(`r${index - 1}`),
      }),
    ),
  );
