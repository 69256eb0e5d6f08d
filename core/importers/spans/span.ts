import type { CallUsage } from '../readers/usage.ts';
import type { SaidMessage } from './said-message.ts';

/**
 * - `model`: a request to a model that chats.
 * - `agent`: what an agent did for one task, requests and tools included.
 * - `tool`: one execution of a tool.
 * - `other`: everything else; it may have been billed too (embeddings, rerankers).
 */
export type SpanKind = 'model' | 'agent' | 'tool' | 'other';

/** One span of a trace, whoever recorded it. */
export interface Span {
  readonly id: string;
  /** It may name a span that the source doesn't have. */
  readonly parentId: string | null;
  readonly traceId: string;
  readonly kind: SpanKind;
  readonly name: string;
  /** The conversation it belongs to, where it says so itself. */
  readonly threadName: string | null;
  readonly model: string | null;
  readonly usage: CallUsage | null;
  /** The provider's id of the answer. */
  readonly answerId: string | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** What went wrong; null when nothing did. */
  readonly failure: string | null;
  /** Of a tool: the call it answers, where it says so. */
  readonly callId: string | null;
  /** Read when it is wanted: traces repeat long requests in many spans. */
  input(): readonly SaidMessage[];
  output(): readonly SaidMessage[];
}
