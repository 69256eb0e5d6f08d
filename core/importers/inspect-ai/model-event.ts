import { isRecord, type RawRecord } from '../raw-record.ts';
import { inspectAiUsage } from '../readers/framework-usage.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import type { CallUsage } from '../readers/usage.ts';
import type { StepCall } from '../steps/step.ts';

/** The message that a model event was answered with; null when it failed. */
export function answerOf(raw: RawRecord): RawRecord | null {
  const output = raw['output'];
  const choices = isRecord(output) ? output['choices'] : null;
  const [choice] = isList(choices) ? choices : [];
  const message = isRecord(choice) ? choice['message'] : null;
  return isRecord(message) ? message : null;
}

export function callOf(raw: RawRecord): StepCall {
  const output = isRecord(raw['output']) ? raw['output'] : {};
  const named = textOrNull(raw['model']) ?? '';
  return {
    model: textOrNull(raw['model']) ?? textOrNull(output['model']),
    usage: outputUsage(output, named),
  };
}

export function outputUsage(output: RawRecord, model: string): CallUsage | null {
  return inspectAiUsage(`${model} ${textOrNull(output['model']) ?? ''}`)(output['usage']);
}

/** An event is told when it begins; how long the model took stands in its output. */
export function endOf(raw: RawRecord, atMs: number | null): number | null {
  const output = isRecord(raw['output']) ? raw['output'] : {};
  const seconds = typeof output['time'] === 'number' && output['time'] > 0 ? output['time'] : 0;
  return atMs === null ? null : Math.trunc(atMs + seconds * 1000);
}
