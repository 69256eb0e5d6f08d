import { InspectorError } from '../../domain/errors.ts';
import type { Finding } from '../../domain/finding.ts';
import { runId } from '../../domain/ids.ts';
import type { RunToolPairs } from '../../inspect/pair-tool-calls.ts';
import type { ModelCall } from '../../domain/model-call.ts';
import { isFindingCode } from './finding-codes.ts';
import { ALL_PAIRED, NO_ORPHANS, type Orphans } from './pair-calls.ts';
import type { ReplyFigures } from './run-figures.ts';

// Lists without field names: 10,000 runs of them are read at once when a thread is opened.

// Written by hand: for lists this short JSON.stringify takes longer than the row that they are written to.

export function encodeCalls(calls: readonly ModelCall[]): string {
  let text = '';
  for (const call of calls) {
    const model = call.model === null ? 'null' : JSON.stringify(call.model);
    const counts = `${numberJson(call.prompt)},${numberJson(call.cached)},${numberJson(call.cacheWritten)},${numberJson(call.output)},${numberJson(call.reasoning)},${numberJson(call.total)}`;
    const flags = `${call.reported ? 1 : 0},${call.perCall ? 1 : 0}`;
    text += `${text === '' ? '' : ','}[${model},${numberJson(call.replyAt)},${counts},${flags},${numberJson(call.atMs)}]`;
  }
  return `[${text}]`;
}

/** As JSON.stringify writes it. */
function numberJson(value: number | null): string {
  return value === null || !Number.isFinite(value) ? 'null' : String(value);
}

export function decodeCalls(text: string): readonly ModelCall[] {
  return decodeLists(text).map((fields) => {
    const [model, replyAt, prompt, cached, cacheWritten, output, reasoning, total, reported, perCall, atMs] =
      fields;
    return {
      model: typeof model === 'string' ? model : null,
      replyAt: numberOrNull(replyAt),
      prompt: numberOrNull(prompt),
      cached: numberOrNull(cached),
      cacheWritten: numberOrNull(cacheWritten),
      output: numberOrNull(output),
      reasoning: numberOrNull(reasoning),
      total: numberOrNull(total),
      reported: reported === 1,
      perCall: perCall === 1,
      atMs: numberOrNull(atMs),
    };
  });
}

export function encodeReplies(replies: readonly ReplyFigures[]): string {
  let text = '';
  for (const reply of replies) {
    const place = `${numberJson(reply.replyAt)},${numberJson(reply.replyEnd)}`;
    const tokens = `${numberJson(reply.addedTokens)},${numberJson(reply.replyTokens)}`;
    text += `${text === '' ? '' : ','}[${place},${tokens},${numberJson(reply.callIndex)}]`;
  }
  return `[${text}]`;
}

export function decodeReplies(text: string): readonly ReplyFigures[] {
  return decodeLists(text).map(([replyAt, replyEnd, addedTokens, replyTokens, callIndex]) => ({
    replyAt: numberOrNull(replyAt) ?? 0,
    replyEnd: numberOrNull(replyEnd) ?? 0,
    addedTokens: numberOrNull(addedTokens) ?? 0,
    replyTokens: numberOrNull(replyTokens) ?? 0,
    callIndex: numberOrNull(callIndex),
  }));
}

export function encodeOrphans(orphans: Orphans): string {
  if (orphans === NO_ORPHANS) return '[[],[]]';
  const { callIds, resultIds } = orphans;
  return JSON.stringify([callIds, resultIds]).toWellFormed();
}

export function decodeOrphans(text: string): Orphans {
  const [callIds = [], resultIds = []] = decodeLists(text);
  return { callIds: callIds.filter(isString), resultIds: resultIds.filter(isString) };
}

export function encodeFindings(findings: readonly Finding[]): string {
  return JSON.stringify(findings.map(({ code, runId, message }) => [code, runId, message])).toWellFormed();
}

export function decodeFindings(text: string): readonly Finding[] {
  return decodeLists(text).flatMap(([code, run, message]) =>
    isFindingCode(code) && typeof message === 'string'
      ? [{ code, runId: typeof run === 'string' ? runId(run) : null, message }]
      : [],
  );
}

/** `[[[call id, name], …], [result id, …]]` */
export function encodeUnpaired({ calls, results }: RunToolPairs): string {
  if (calls.length + results.length === 0) return '[[],[]]';
  const pairs = [calls.map(({ callId, name }) => [callId, name]), results.map(({ callId }) => callId)];
  return JSON.stringify(pairs).toWellFormed();
}

export function decodeUnpaired(text: string): RunToolPairs {
  const [calls = [], results = []] = decodeLists(text);
  if (calls.length + results.length === 0) return ALL_PAIRED;
  return {
    calls: calls.filter(isStringList).map(([callId = '', name = '']) => ({ callId, name, resultRun: null })),
    results: results.filter(isString).map((callId) => ({ callId, callRun: null })),
  };
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** @throws InspectorError 'storage-failed' for text this program did not write. */
export function decodeLists(text: string): readonly (readonly unknown[])[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((entry): entry is unknown[] => Array.isArray(entry)))
      return value;
  } catch {
    // Told below, with what to do.
  }
  throw new InspectorError(
    'storage-failed',
    'A record of this workspace is damaged. Remove the thread and import its file again.',
  );
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
