import { conversationId, threadId } from '../../domain/ids.ts';
import type { RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { inspectAiUsage } from '../readers/framework-usage.ts';
import { textOrNull } from '../readers/json-text.ts';
import { tokenCount } from '../readers/usage.ts';
import { deliverTraces } from '../spans/deliver-traces.ts';
import { listedTraces } from '../spans/trace.ts';
import { noticeStep } from '../steps/make-step.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { CompactionStep } from '../steps/step.ts';
import type { ImportSink } from '../thread-import.ts';
import { agentTrace, type AgentWork } from './agent-trace.ts';
import { answerOf, callOf, endOf, outputUsage } from './model-event.ts';
import { messageStep, sampleMessage, summaryText, type SampleMessage } from './sample-messages.ts';
import type { AgentSpan, Sample, SampleEvent } from './sample.ts';

export const FORMAT = 'inspect-ai';

/** Of the evaluation that a sample is part of. */
export interface EvalHeader {
  readonly id: string;
  readonly task: string;
}

/** Delivers a sample as a thread, and what agents did that its tools had started as threads of their own. */
export function deliverSample(sink: ImportSink, sample: Sample, header: EvalHeader): void {
  new SampleDelivery(sink, sample, header).deliver();
}

class SampleDelivery {
  readonly #sink: ImportSink;
  readonly #sample: Sample;
  readonly #id: string;
  readonly #thread: StepThread;
  readonly #ids = new CallIds();
  readonly #messages: readonly SampleMessage[];
  readonly #placeOfId = new Map<string, number>();
  readonly #agents = new Map<string, AgentWork>();
  /** Messages before it have been delivered. */
  #next = 0;
  #compactions: CompactionStep[] = [];

  constructor(sink: ImportSink, sample: Sample, header: EvalHeader) {
    this.#sink = sink;
    this.#sample = sample;
    // A sample that is taken over when its evaluation is repeated keeps its name.
    this.#id = sample.uuid ?? `${header.id}/${sample.id}_epoch_${sample.epoch}`;
    this.#thread = new StepThread(sink, {
      threadId: threadId(this.#id),
      namespace: 'default',
      conversationId: conversationId(header.id),
      format: FORMAT,
      title: null,
      fallbackTitle: `${header.task}, sample ${sample.id}, epoch ${sample.epoch}`,
      branchOf: null,
    });
    this.#messages = sample.messages.map(sampleMessage);
    this.#messages.forEach(({ id }, place) => {
      if (id !== null && !this.#placeOfId.has(id)) this.#placeOfId.set(id, place);
    });
  }

  deliver(): void {
    const { events, failure } = this.#sample;
    for (const event of events) this.#addEvent(event);
    const hasCalls = events.some(({ raw }) => raw['event'] === 'model');
    this.#deliverUpTo(this.#messages.length, hasCalls ? 'same' : 'later', null);
    for (const compaction of this.#compactions) this.#thread.add(compaction);
    if (!hasCalls) this.#addSums();
    if (failure !== null) {
      const level = failure.isLimit ? 'warning' : 'error';
      this.#thread.add(noticeStep(level, failure.text, failure.isLimit ? 'cancelled' : 'error'));
    }
    this.#thread.end();
    const traces = [...this.#agents.values()].map(agentTrace);
    deliverTraces(listedTraces(traces), { sink: this.#sink, format: FORMAT, agentsAreRuns: false });
  }

  #addEvent({ raw, atMs, agent }: SampleEvent): void {
    if (raw['event'] === 'compaction') {
      if (agent === null) this.#compactions.push(compactionOf(raw, atMs));
      return;
    }
    const place = agent === null ? this.#placeOfReply(raw) : null;
    if (place !== null) {
      this.#deliverUpTo(place, 'same', this.#next === 0 ? (this.#sample.startMs ?? atMs) : atMs);
      const message = this.#messages[place];
      if (message !== undefined)
        this.#thread.add(messageStep(message, this.#ids, endOf(raw, atMs), callOf(raw)));
      this.#next = place + 1;
    } else if (agent !== null) this.#workOf(agent).events.push({ raw, atMs });
    // Asked by the program and not as the agent: a grader, a summarizer, an attempt that failed.
    else if (raw['pending'] !== true)
      this.#thread.add({ kind: 'call', call: callOf(raw), atMs: endOf(raw, atMs) });
  }

  /** Where a model's answer stands among the messages that are still to come. */
  #placeOfReply(raw: RawRecord): number | null {
    const answer = answerOf(raw);
    if (answer === null) return null;
    const { id, key } = sampleMessage({ role: 'assistant', ...answer });
    const named = id === null ? undefined : this.#placeOfId.get(id);
    if (named !== undefined) return named >= this.#next ? named : null;
    const place = this.#messages.findIndex(
      (message, at) => at >= this.#next && message.said.role === 'assistant' && message.key === key,
    );
    return place < 0 ? null : place;
  }

  #deliverUpTo(end: number, call: 'same' | 'later', atMs: number | null): void {
    for (const message of this.#messages.slice(this.#next, end)) {
      if (!message.isSummary) {
        this.#thread.add(messageStep(message, this.#ids, atMs, call));
        continue;
      }
      const compaction = this.#compactions.shift() ?? UNTOLD_COMPACTION;
      this.#thread.add({ ...compaction, text: summaryText(message), opaque: false });
    }
    this.#next = Math.max(this.#next, end);
    if (end === this.#messages.length) return;
    for (const compaction of this.#compactions) this.#thread.add(compaction);
    this.#compactions = [];
  }

  #workOf(agent: AgentSpan): AgentWork {
    const known = this.#agents.get(agent.id);
    if (known !== undefined) return known;
    const starter = agent.parent === null ? null : this.#workOf(agent.parent);
    const work: AgentWork = {
      id: `${this.#id}/agent-${agent.id}`,
      name: agent.name,
      conversation: this.#id,
      startedBy: {
        threadId: threadId(starter?.id ?? this.#id),
        runId: starter === null ? this.#thread.runId : null,
      },
      events: [],
    };
    this.#agents.set(agent.id, work);
    return work;
  }

  /** Without events there are the sample's sums by model, or what its last answer was billed. */
  #addSums(): void {
    const { usageByModel, lastOutput } = this.#sample;
    const sums = Object.entries(usageByModel).flatMap(([model, usage]) => {
      const read = inspectAiUsage(model)(usage);
      return read === null ? [] : [{ model, usage: read }];
    });
    const replies = this.#messages.filter(({ said }) => said.role === 'assistant').length;
    const last = lastOutput === null ? null : outputUsage(lastOutput, textOrNull(lastOutput['model']) ?? '');
    const [only] = sums;
    const isOne = replies === 1 && sums.length === 1 && only?.usage.total === last?.total;
    for (const { model, usage } of sums) {
      this.#thread.add({ kind: 'call', call: { model, usage, perCall: isOne }, atMs: null });
    }
    if (sums.length > 0 || last === null || replies !== 1) return;
    this.#thread.add({
      kind: 'call',
      call: { model: textOrNull(lastOutput?.['model']), usage: last },
      atMs: null,
    });
  }
}

const UNTOLD_COMPACTION: CompactionStep = {
  kind: 'compaction',
  id: null,
  text: null,
  opaque: false,
  trigger: 'auto',
  tokensBefore: null,
  tokensAfter: null,
  keptFromId: null,
  atMs: null,
};

function compactionOf(raw: RawRecord, atMs: number | null): CompactionStep {
  return {
    ...UNTOLD_COMPACTION,
    // The provider's own compaction is sealed.
    opaque: raw['type'] === 'native',
    tokensBefore: tokenCount(raw['tokens_before']),
    tokensAfter: tokenCount(raw['tokens_after']),
    atMs,
  };
}
