import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openJsonlPersistence } from '../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { Agent } from '../../core/conversation/agent.ts';
import type { AgentEvent } from '../../core/conversation/agent-events.ts';
import type { AgentModel, AgentModelReply, AgentModelRequest } from '../../core/conversation/agent-model.ts';
import { ConversationManager } from '../../core/conversation/conversation-manager.ts';
import type { AgentTool } from '../../core/conversation/run-tools.ts';
import { occupancyTokens } from '../../core/domain/context-occupancy.ts';
import { idSource } from '../../core/domain/id-source.ts';
import type { RunId } from '../../core/domain/ids.ts';
import type { InputItem } from '../../core/domain/input-item.ts';
import { toWireItem } from '../../core/domain/wire-item.ts';
import type { ConversationPersistence } from '../../core/persistence/conversation-persistence.ts';
import { createSummarizer } from '../../core/summarizers/create-summarizer.ts';
import type {
  SummaryModel,
  SummaryModelAnswer,
  SummaryModelRequest,
} from '../../core/summarizers/summary-model.ts';
import { HandClock, numberedIds, threadKey, usage } from './builders.ts';
import {
  AGENT_INSTRUCTIONS,
  AGENT_NAME,
  answerOf,
  GIST,
  isAgentCall,
  questionOf,
  SUMMARY_INSTRUCTION,
  symbolOf,
  tableOf,
  toolArguments,
  usesTool,
  type GoldenThread,
} from './golden.ts';

/** A model call as it was made: of the agent in symbols, of the summarizer in its words. */
export type MadeCall =
  | {
      readonly run: number;
      readonly iteration: number;
      readonly occupancy: number;
      readonly spentBefore: readonly [number, number];
      readonly sent: string;
    }
  | { readonly summarizer: string };

export interface GoldenRun {
  readonly persistence: ConversationPersistence;
  readonly calls: readonly MadeCall[];
  readonly runIds: readonly RunId[];
  readonly fileText: string;
  readonly warnings: readonly string[];
}

export const GOLDEN_THREAD = threadKey('thread-1');

/** Has the core's agent hold the same conversation, with the reported usage as the models' script. */
export async function holdConversation(golden: GoldenThread, directory: string): Promise<GoldenRun> {
  const clock = new HandClock();
  const newId = numberedIds('id');
  const persistence = await openJsonlPersistence(directory, { nowMs: clock.nowMs, newId });
  const calls: MadeCall[] = [];
  const warnings: string[] = [];
  const runIds: RunId[] = [];
  const ids = { ...idSource(newId), newRunId: idSource(numberedIds('run')).newRunId };
  const summarizer = createSummarizer(golden.policy, {
    model: new GoldenSummaryModel(golden, calls),
    instruction: SUMMARY_INSTRUCTION,
    ...ids,
    onWarning: (warning) => warnings.push(warning),
  });
  const agent = new Agent({
    name: AGENT_NAME,
    instructions: AGENT_INSTRUCTIONS,
    model: new GoldenAgentModel(golden),
    history: new ConversationManager({
      persistence,
      summarizer,
      ids,
      nowMs: clock.nowMs,
      onWarning: (warning) => warnings.push(warning),
    }),
    tools: [lookupTool(golden.tableEntries)],
  });
  for (let run = 0; run < golden.runs; run += 1) {
    clock.advance(1_000);
    const handle = agent.execute({
      thread: GOLDEN_THREAD,
      message: questionOf(run),
      senderId: 'user-1',
    });
    for await (const event of handle.events) recordCall(event, run, calls);
    runIds.push((await handle.result()).runId);
  }
  const [thread] = await persistence.listThreads();
  const fileText = await readFile(join(directory, `${thread?.conversationId ?? ''}.jsonl`), 'utf8');
  return { persistence, calls, runIds, fileText, warnings };
}

function recordCall(event: AgentEvent, run: number, calls: MadeCall[]): void {
  if (event.type !== 'model-called') return;
  calls.push({
    run,
    iteration: event.loopIteration,
    occupancy: occupancyTokens(event.occupancy),
    spentBefore: [event.usageSoFar.inputTokens, event.usageSoFar.outputTokens],
    sent: event.sent.flatMap((message) => message.items.map((item) => symbolOf(toWireItem(item)))).join(' '),
  });
}

function lookupTool(entries: number): AgentTool {
  return {
    name: 'lookup',
    description: 'Looks up a tide table.',
    parameters: { type: 'object', properties: { q: { type: 'string' } } },
    execute: async (toolArguments) => {
      const run = Number(/port (\d+)/.exec(JSON.stringify(toolArguments))?.[1]);
      return tableOf(run, entries);
    },
  };
}

/** Calls its tool in every other run, then answers; reports what the SDK's model reported. */
class GoldenAgentModel implements AgentModel {
  readonly #usages: readonly (readonly [number, number])[];
  #count = 0;

  constructor(golden: GoldenThread) {
    this.#usages = golden.calls.filter(isAgentCall).map((call) => call.usage);
  }

  async respond(request: AgentModelRequest): Promise<AgentModelReply> {
    const reported = this.#usages[this.#count];
    this.#count += 1;
    if (reported === undefined) throw new Error('the SDK made no such call');
    if (request.instructions !== AGENT_INSTRUCTIONS) throw new Error('other instructions');
    return { items: [this.#reply(request.input)], usage: usage(...reported) };
  }

  #reply(input: readonly InputItem[]): InputItem {
    const last = input.at(-1);
    const symbol = last === undefined ? '' : symbolOf(toWireItem(last));
    const run = Number(symbol.slice(1));
    const call = this.#count;
    if (symbol.startsWith('Q') && usesTool(run)) {
      const itemIds = { id: `fc_agent_${call}_0`, call_id: `call_agent_${call}_0` };
      return { type: 'function_call', ...itemIds, name: 'lookup', arguments: toolArguments(run) };
    }
    const part = { type: 'output_text', text: answerOf(run), annotations: [] } as const;
    return { type: 'message', id: `msg_agent_${call}`, role: 'assistant', content: [part] };
  }
}

class GoldenSummaryModel implements SummaryModel {
  readonly modelName = 'summarizer';
  readonly #reported: readonly [number, number];
  readonly #calls: MadeCall[];

  constructor(golden: GoldenThread, calls: MadeCall[]) {
    this.#reported = golden.calls.find((call) => !isAgentCall(call))?.usage ?? [0, 0];
    this.#calls = calls;
  }

  async complete(request: SummaryModelRequest): Promise<SummaryModelAnswer> {
    if (request.instruction !== SUMMARY_INSTRUCTION) throw new Error('another instruction');
    this.#calls.push({ summarizer: request.input });
    return { text: GIST, usage: usage(...this.#reported), raw: null, modelName: this.modelName };
  }
}
