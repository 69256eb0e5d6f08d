import { EMPTY_OCCUPANCY, type ContextOccupancy } from '../domain/context-occupancy.ts';
import type { Message } from '../domain/message.ts';
import { readRunState, writeUsage } from '../domain/run-meta.ts';
import { NO_USAGE, type Usage } from '../domain/usage.ts';
import { toWireMessage } from '../domain/wire-item.ts';
import { parseMessageBundle } from '../importers/parse-input-item.ts';
import { isRecord } from '../importers/raw-record.ts';

type Meta = Readonly<Record<string, unknown>>;

/** What a run is about to do; `complete` is the end. */
export type RunStep = 'call_llm' | 'execute_tools' | 'await_approval' | 'complete';

/** The state of a run in progress, as far as it is written beside its messages. */
export interface RunProgress {
  readonly step: RunStep;
  /** Model calls before the one in progress. */
  readonly loopIteration: number;
  readonly usage: Usage;
  readonly occupancy: ContextOccupancy;
  /** Tool calls that may run: those that need no approval, from the moment the model asks for them. */
  readonly queuedApprovals: readonly string[];
  readonly queuedMessages: readonly Message[];
  readonly lastAgentName: string | null;
  /** Fields of the state of a resumed run that this project doesn't act on; written back as they came. */
  readonly otherFields: Meta;
  /** The same for the rest of its `meta`. */
  readonly otherMeta: Meta;
  /** Key-value pairs that belong to the thread and pass from run to run. */
  readonly state: Meta;
}

/** Status words by step, as the SDK writes them. */
const STATUS: Readonly<Record<RunStep, string>> = {
  call_llm: 'running',
  execute_tools: 'running',
  await_approval: 'paused',
  complete: 'completed',
};

const FRESH: RunProgress = {
  step: 'call_llm',
  loopIteration: 0,
  usage: NO_USAGE,
  occupancy: EMPTY_OCCUPANCY,
  queuedApprovals: [],
  queuedMessages: [],
  lastAgentName: null,
  otherFields: {},
  otherMeta: {},
  state: {},
};

/** Steps from which a saved run goes on under its own id. */
const UNFINISHED: ReadonlySet<unknown> = new Set<RunStep>(['call_llm', 'execute_tools', 'await_approval']);

/** True for a run that was saved in the middle, waiting for an approval say. */
export function isUnfinished(meta: Meta): boolean {
  return UNFINISHED.has(readRunState(meta).currentStep);
}

/**
 * The state a new run starts with. Occupancy measures the thread and not the run, so it carries over:
 * a run that began at zero would never trigger a summary on its first call. What was spent, the loop
 * count and the queues belong to the run before and stay there.
 */
export function nextRunProgress(previousMeta: Meta): RunProgress {
  const previous = readRunState(previousMeta);
  return {
    ...FRESH,
    occupancy: previous.occupancy ?? EMPTY_OCCUPANCY,
    lastAgentName: previous.lastAgentName,
    state: threadState(previousMeta),
  };
}

/** The state an unfinished run goes on with. */
export function resumedRunProgress(meta: Meta): RunProgress {
  const saved = readRunState(meta);
  const raw = isRecord(meta['run_state']) ? meta['run_state'] : {};
  return {
    step: saved.currentStep === 'await_approval' ? 'await_approval' : 'call_llm',
    loopIteration: saved.loopIteration ?? 0,
    usage: saved.usage ?? NO_USAGE,
    occupancy: saved.occupancy ?? EMPTY_OCCUPANCY,
    queuedApprovals: textsOf(raw['queued_approvals']),
    queuedMessages: messagesOf(raw['queued_messages']),
    lastAgentName: saved.lastAgentName,
    otherFields: raw,
    otherMeta: without(meta, ['run_state', 'state']),
    state: threadState(meta),
  };
}

/** `meta` as it is saved with a run. Source: `agent_state.go`, `ToMeta`. */
export function runMeta(progress: RunProgress): Meta {
  return {
    ...progress.otherMeta,
    run_state: {
      ...without(progress.otherFields, ['queued_approvals', 'queued_messages', 'last_agent_name']),
      status: STATUS[progress.step],
      current_step: progress.step,
      loop_iteration: progress.loopIteration,
      usage: writeUsage(progress.usage),
      context_tokens: progress.occupancy.measuredTokens,
      pending_context_tokens: progress.occupancy.pendingTokens,
      traceid: progress.otherFields['traceid'] ?? '',
      ...(progress.queuedApprovals.length === 0 ? {} : { queued_approvals: progress.queuedApprovals }),
      ...(progress.queuedMessages.length === 0
        ? {}
        : { queued_messages: progress.queuedMessages.map(toWireMessage) }),
      ...(progress.lastAgentName === null ? {} : { last_agent_name: progress.lastAgentName }),
    },
    state: progress.state,
  };
}

function without(fields: Meta, names: readonly string[]): Meta {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function threadState(meta: Meta): Meta {
  return isRecord(meta['state']) ? meta['state'] : {};
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function messagesOf(value: unknown): readonly Message[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((raw: unknown, index) => {
    const message = parseMessageBundle(raw, `queued#${index}`);
    return message === null ? [] : [message];
  });
}
