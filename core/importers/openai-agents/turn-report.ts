import type { RawRecord } from '../raw-record.ts';
import { stepCall } from '../steps/make-step.ts';
import type { CallStep } from '../steps/step.ts';
import { agentUsage, requestsOf } from './agent-usage.ts';

/** What a store reports of a turn. */
export function reportSteps(report: RawRecord): readonly CallStep[] {
  const details = { ...report, ...parsedDetails(report) };
  const usage = agentUsage(details);
  if (usage === null) return [];
  return [{ kind: 'call', call: { ...stepCall(usage), perCall: requestsOf(report) === 1 }, atMs: null }];
}

/** Columns of JSON. */
function parsedDetails(report: RawRecord): RawRecord {
  return Object.fromEntries(
    ['input_tokens_details', 'output_tokens_details'].map((column): [string, unknown] => {
      const value = report[column];
      try {
        return [column, typeof value === 'string' ? JSON.parse(value) : value];
      } catch {
        return [column, null];
      }
    }),
  );
}
