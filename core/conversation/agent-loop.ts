import { InspectorError } from '../domain/errors.ts';
import type { MessageId } from '../domain/ids.ts';
import type { FunctionCallItem, InputItem } from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';
import { outputText } from '../domain/output-text.ts';
import type { ActiveRun } from './active-run.ts';
import type { AgentEvent, AgentResult } from './agent-events.ts';
import type { AgentModel, AgentModelReply } from './agent-model.ts';
import { NOT_EXECUTED, runTools, toolResult, type AgentTool } from './run-tools.ts';
import type { AbortSignalLike } from './settle-or-abort.ts';

/** Everything one run of an agent works with. */
export interface AgentLoopParts {
  readonly agentName: string;
  readonly instructions: string;
  readonly model: AgentModel;
  readonly tools: readonly AgentTool[];
  readonly maxModelCalls: number;
  readonly newMessageId: () => MessageId;
  /** The user's: tool results are filed under it, as in the SDK. */
  readonly senderId: string;
  readonly signal?: AbortSignalLike;
  readonly onEvent: (event: AgentEvent) => void;
}

/**
 * Asks the model, executes the tools it calls, asks again, until it answers without a call; then saves
 * the run. Nothing is saved when a model call fails: the run can be executed again.
 *
 * Source: `agent.go`, `ExecuteWithRun`.
 */
export class AgentLoop {
  readonly #parts: AgentLoopParts;
  readonly #run: ActiveRun;
  readonly #output: InputItem[] = [];
  #ending: AgentResult['status'] | null = null;

  constructor(run: ActiveRun, parts: AgentLoopParts) {
    this.#run = run;
    this.#parts = parts;
  }

  async execute(): Promise<AgentResult> {
    let unanswered: readonly FunctionCallItem[] = [];
    let modelCalls = 0;
    while (this.#run.step !== 'complete') {
      if (this.#isCancelled()) return this.#cancel(unanswered);
      if (unanswered.length > 0) {
        await this.#executeTools(unanswered);
        unanswered = [];
        continue;
      }
      if (modelCalls >= this.#parts.maxModelCalls) throw tooManyCalls(modelCalls);
      const reply = await this.#askModel();
      if (reply === null) continue;
      modelCalls += 1;
      unanswered = reply.items.filter((item) => item.type === 'function_call');
      this.#advance(unanswered);
    }
    return this.#save('completed');
  }

  /** Saves a run that waits for an approval as it stands, with whatever was queued. */
  pause(): Promise<AgentResult> {
    return this.#save('paused');
  }

  /** Null when the signal cut the call short: what the model had said by then is dropped. */
  async #askModel(): Promise<AgentModelReply | null> {
    const { model, instructions, tools, signal, onEvent } = this.#parts;
    try {
      const sent = await this.#run.prepareMessages(signal);
      const { loopIteration, occupancy, usage } = this.#run;
      onEvent({ type: 'model-called', loopIteration, occupancy, usageSoFar: usage, sent });
      const reply = await model.respond({
        instructions,
        input: sent.flatMap((message) => message.items),
        tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
        ...(signal === undefined ? {} : { signal }),
        onText: (piece) => {
          onEvent({ type: 'text', piece });
        },
      });
      this.#takeReply(reply);
      return reply;
    } catch (error) {
      if (this.#isCancelled()) return null;
      throw error;
    }
  }

  #takeReply(reply: AgentModelReply): void {
    if (reply.usage !== null) this.#run.trackUsage(reply.usage);
    const message = this.#add(this.#parts.agentName, reply.items, reply.usage !== null);
    this.#parts.onEvent({ type: 'replied', message, usage: reply.usage });
  }

  #advance(calls: readonly FunctionCallItem[]): void {
    if (calls.length > 0) this.#run.startTools(calls.map((call) => call.call_id));
    // What the user said while the model was writing its answer would be lost by ending here.
    else if (this.#run.hasQueuedMessages) this.#run.continueWithModel();
    else this.#run.complete();
  }

  async #executeTools(calls: readonly FunctionCallItem[]): Promise<void> {
    const { tools, signal } = this.#parts;
    for (const result of await runTools(tools, calls, signal)) this.#addToolResult(result);
    this.#run.continueWithModel();
  }

  /** Leaves the thread fit for the next run: every call has a result, and a notice ends the run. */
  #cancel(unanswered: readonly FunctionCallItem[]): Promise<AgentResult> {
    for (const call of unanswered) this.#addToolResult(toolResult(call, NOT_EXECUTED));
    this.#run.takeQueuedMessages();
    const notice: InputItem = {
      type: 'message',
      id: `msg_${this.#run.runId}-cancelled`,
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Cancelled by user' }],
    };
    this.#add(this.#parts.senderId, [notice], false);
    this.#run.complete();
    return this.#save('cancelled');
  }

  #addToolResult(result: InputItem): void {
    const message = this.#add(this.#parts.senderId, [result], false);
    this.#parts.onEvent({ type: 'tool-answered', message });
  }

  #add(senderId: string, items: readonly InputItem[], measured: boolean): Message {
    const message = { id: this.#parts.newMessageId(), senderId, items };
    this.#run.addMessage(message, { measured });
    this.#output.push(...items);
    return message;
  }

  /** Saves once more what a failed save left unsaved. */
  retrySave(): Promise<AgentResult> {
    if (this.#ending !== null) return this.#save(this.#ending);
    return Promise.reject(
      new InspectorError('storage-failed', `run ${this.#run.runId} did not end, so there is nothing to save`),
    );
  }

  async #save(status: AgentResult['status']): Promise<AgentResult> {
    this.#ending = status;
    const record = await this.#run.save();
    this.#parts.onEvent({ type: 'run-saved', record });
    const { runId, thread, usage, occupancy } = this.#run;
    const output = this.#output;
    return { runId, thread, status, output, text: outputText(output), usage, occupancy };
  }

  #isCancelled(): boolean {
    return this.#parts.signal?.aborted === true;
  }
}

function tooManyCalls(count: number): InspectorError {
  return new InspectorError(
    'model-failed',
    `the agent called the model ${count} times without coming to an answer: raise maxModelCalls, or look at what its tools return`,
  );
}
