/**
 * The summarization system itself, without files, network or window: everything that comes from outside
 * (a clock, ids, a model, a store) is passed in. `tidemark/core/node` has what plugs into it on Node.
 */

// ---- words ------------------------------------------------------------------
export * from './domain/cancel-signal.ts';
export * from './domain/context-occupancy.ts';
export * from './domain/errors.ts';
export * from './domain/finding.ts';
export * from './domain/id-source.ts';
export * from './domain/ids.ts';
export * from './domain/input-item.ts';
export * from './domain/message.ts';
export * from './domain/model-call.ts';
export * from './domain/model-view.ts';
export * from './domain/output-text.ts';
export * from './domain/policy-spec.ts';
export * from './domain/run-block.ts';
export * from './domain/run-meta.ts';
export * from './domain/thread-title.ts';
export * from './domain/thread.ts';
export * from './domain/token-estimate.ts';
export * from './domain/usage.ts';
export * from './domain/view-diff.ts';
export * from './domain/wire-item.ts';

// ---- summarizers --------------------------------------------------------------
export * from './models/offline-model-name.ts';
export * from './models/offline-summary-model.ts';
export * from './summarizers/create-summarizer.ts';
export * from './summarizers/history-summarizer.ts';
export * from './summarizers/llm-history-summarizer.ts';
export * from './summarizers/sliding-window-history-summarizer.ts';
export * from './summarizers/summary-input.ts';
export * from './summarizers/summary-model.ts';

// ---- threads that are kept ------------------------------------------------------
export * from './persistence/conversation-persistence.ts';
export * from './persistence/hastekit-records.ts';
export * from './persistence/in-memory-persistence.ts';
export * from './persistence/load-model-view.ts';

// ---- threads that are read ------------------------------------------------------
export * from './importers/all-importers.ts';
export * from './importers/parse-input-item.ts';
export * from './importers/thread-import.ts';

// ---- facts ------------------------------------------------------------------------
export * from './facts/alignment.ts';
export * from './facts/extract-facts.ts';
export * from './facts/fact.ts';
export * from './facts/fact-generations.ts';
export * from './facts/fact-index.ts';
export * from './facts/message-texts.ts';
export * from './facts/survival.ts';

// ---- agents ---------------------------------------------------------------------
export * from './conversation/active-run.ts';
export * from './conversation/agent-events.ts';
export * from './conversation/agent-model.ts';
export * from './conversation/agent.ts';
export * from './conversation/conversation-manager.ts';
export type { AgentTool, ToolCallContext } from './conversation/run-tools.ts';
export type { AbortSignalLike } from './conversation/settle-or-abort.ts';

// ---- replay -----------------------------------------------------------------------
export * from './replay/index.ts';
