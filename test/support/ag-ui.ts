/** Events of an AG-UI stream, as a server writes them. */

export type Fields = Readonly<Record<string, unknown>>;

export const event = (type: string, more: Fields = {}): Fields => ({ type, ...more });

export const user = (id: string, content: unknown): Fields => ({ id, role: 'user', content });

export const started = (runId: string, messages: readonly Fields[] = [], more: Fields = {}): Fields =>
  event('RUN_STARTED', {
    threadId: 't1',
    runId,
    input: { threadId: 't1', runId, messages, tools: [], context: [], state: {} },
    ...more,
  });

export const finished = (runId: string, more: Fields = {}): Fields =>
  event('RUN_FINISHED', { threadId: 't1', runId, ...more });

export const spoken = (messageId: string, ...deltas: readonly string[]): readonly Fields[] => [
  event('TEXT_MESSAGE_START', { messageId, role: 'assistant' }),
  ...deltas.map((delta) => event('TEXT_MESSAGE_CONTENT', { messageId, delta })),
  event('TEXT_MESSAGE_END', { messageId }),
];

export const called = (
  toolCallId: string,
  toolCallName: string,
  args: string,
  parentMessageId?: string,
): readonly Fields[] => [
  event('TOOL_CALL_START', {
    toolCallId,
    toolCallName,
    ...(parentMessageId === undefined ? {} : { parentMessageId }),
  }),
  event('TOOL_CALL_ARGS', { toolCallId, delta: args }),
  event('TOOL_CALL_END', { toolCallId }),
];

export const answered = (toolCallId: string, content: string): Fields =>
  event('TOOL_CALL_RESULT', { messageId: `result-${toolCallId}`, toolCallId, content, role: 'tool' });

export const tide: readonly Fields[] = [
  started('r1', [{ id: 's', role: 'system', content: 'Be brief.' }, user('u1', 'Tide?')], {
    timestamp: 1_790_000_000_000,
  }),
  event('STEP_STARTED', { stepName: 'x' }),
  ...called('c1', 'tide', '{"port":"Brest"}', 'm1'),
  answered('c1', '5.2 m'),
  ...spoken('m2', '5.2', ' m'),
  finished('r1'),
];
