import type { Span } from './span.ts';
import type { SpanTranscript } from './span-transcript.ts';

/** The execution of a tool whose result no request repeats. */
export interface UnrepeatedResult {
  readonly tool: Span;
  readonly callId: string | null;
}

/**
 * Which executions of tools a run's transcript lacks: those of calls that are still open, by id, else the
 * newest by name. Where the transcript tells of no tool at all, all of them.
 */
export function pairResults(tools: readonly Span[], transcript: SpanTranscript): readonly UnrepeatedResult[] {
  if (!transcript.hasToolMessages) return tools.map((tool) => ({ tool, callId: tool.callId }));
  const open = [...transcript.openCalls];
  const found: UnrepeatedResult[] = [];
  for (const tool of tools.toReversed()) {
    if (tool.callId !== null && transcript.hasCall(tool.callId)) {
      const at = open.findIndex(([callId]) => callId === tool.callId);
      if (at >= 0) found.push({ tool, callId: tool.callId });
      if (at >= 0) open.splice(at, 1);
      continue;
    }
    const at = open.findLastIndex(([, name]) => name === tool.name);
    const [call] = at < 0 ? [] : open.splice(at, 1);
    if (call !== undefined) found.push({ tool, callId: call[0] });
  }
  return found.reverse();
}
