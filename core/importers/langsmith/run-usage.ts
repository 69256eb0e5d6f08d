import { anyUsage } from '../readers/any-usage.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull, unwrapJson } from '../readers/json-text.ts';
import { normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';
import type { LsRun } from './ls-run.ts';

/** What a run reports: its own counts, else those of its metadata or of its answer. */
export function runUsage({ raw, metadata, outputs }: LsRun): CallUsage | null {
  const details = recordOf(raw['prompt_token_details']);
  const own = normalUsage({
    prompt: tokenCount(raw['prompt_tokens']),
    cached: tokenCount(details['cache_read']),
    cacheWritten: tokenCount(details['cache_creation']),
    output: tokenCount(raw['completion_tokens']),
    reasoning: tokenCount(recordOf(raw['completion_token_details'])['reasoning']),
    total: tokenCount(raw['total_tokens']),
  });
  if (own !== null) return own;
  const llmOutput = recordOf(outputs['llm_output']);
  const places = [
    metadata['usage_metadata'],
    outputs['usage_metadata'],
    outputs['usage'],
    llmOutput['token_usage'],
    llmOutput['usage'],
  ];
  for (const place of places) {
    const usage = isRecord(place) ? anyUsage(place) : null;
    if (usage !== null) return usage;
  }
  return null;
}

export function runModel({ raw, metadata, outputs }: LsRun): string | null {
  const extra = recordOf(raw['extra']);
  const parameters = recordOf(extra['invocation_params']);
  return (
    textOrNull(metadata['ls_model_name']) ??
    textOrNull(parameters['model']) ??
    textOrNull(parameters['model_name']) ??
    textOrNull(outputs['model'])
  );
}

/** Tables keep objects as their JSON. */
function recordOf(value: unknown): RawRecord {
  const inner = unwrapJson(value);
  return isRecord(inner) ? inner : {};
}
