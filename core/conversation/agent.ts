import type { RunId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { ThreadKey } from '../domain/thread.ts';
import type { ActiveRun } from './active-run.ts';
import type { AgentEvent, AgentResult } from './agent-events.ts';
import { AgentLoop } from './agent-loop.ts';
import type { AgentModel } from './agent-model.ts';
import type { ConversationManager } from './conversation-manager.ts';
import { EventBuffer } from './event-buffer.ts';
import type { AgentTool } from './run-tools.ts';
import type { AbortSignalLike } from './settle-or-abort.ts';

const DEFAULT_INSTRUCTIONS = 'You are a helpful assistant.';
const DEFAULT_NAMESPACE = 'default';
const DEFAULT_SENDER = 'user';
const DEFAULT_MAX_MODEL_CALLS = 50;

export interface AgentOptions {
  readonly name: string;
  readonly instructions?: string;
  readonly model: AgentModel;
  readonly history: ConversationManager;
  readonly tools?: readonly AgentTool[];
  /** In one run. 50 by default. */
  readonly maxModelCalls?: number;
}

export interface AgentInput {
  /** The user's turn: a text, or a message of the caller's own. */
  readonly message: string | Message;
  /** By default a new thread in the namespace `default`. */
  readonly thread?: ThreadKey;
  /** The run to go on after, by default the thread's newest. An earlier one opens a branch. */
  readonly continueFrom?: RunId;
  /** Who speaks when `message` is a text; `user` by default. */
  readonly senderId?: string;
  /** Aborting it ends the run in good order: it is saved, with a result for every tool call. */
  readonly signal?: AbortSignalLike;
}

/** A run under way. It goes on whether or not somebody reads its events. */
export interface AgentHandle {
  /** What happens, in order, from the start; for one reader. Ends with the run, and never throws. */
  readonly events: AsyncIterable<AgentEvent>;
  /**
   * @throws InspectorError 'model-failed' or 'empty-summary': nothing of the run was saved, executing
   *   the same message again starts it anew. 'storage-failed': the run ended but could not be saved.
   */
  result(): Promise<AgentResult>;
  /** Saves the run after `result` was rejected with 'storage-failed'. */
  retrySave(): Promise<AgentResult>;
  /**
   * Gives the run another message of the user; it joins at the next model call.
   *
   * @returns false when the run has come to its end: the message is then for a run of its own.
   */
  queueMessage(message: string | Message): boolean;
}

/** Answers messages on threads: a model, its tools, and the history that they share. */
export class Agent {
  readonly #options: AgentOptions;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /** Starts a run at once. Runs of one thread must not overlap. */
  execute(input: AgentInput): AgentHandle {
    const events = new EventBuffer<AgentEvent>();
    const early: Message[] = [];
    let run: ActiveRun | null = null;
    let ended = false;
    const opening = this.#open(input, events).then((opened) => {
      run = opened;
      return { opened, loop: this.#loop(opened, input, events) };
    });
    const result = opening
      .then(({ opened, loop }) => this.#work(opened, loop, input, early))
      .finally(() => {
        ended = true;
        events.close();
      });
    // Whoever wants to know asks result(); a run that nobody asks about must not end the process.
    result.catch(() => undefined);
    return {
      events,
      result: () => result,
      retrySave: () => opening.then(({ loop }) => loop.retrySave()),
      queueMessage: (message) => {
        if (ended || run?.step === 'complete') return false;
        const queued = this.#messageOf(message, input.senderId);
        if (run === null) early.push(queued);
        else run.queueMessage(queued);
        return true;
      },
    };
  }

  async #open(input: AgentInput, events: EventBuffer<AgentEvent>): Promise<ActiveRun> {
    const { history, name } = this.#options;
    const thread = input.thread ?? { namespace: DEFAULT_NAMESPACE, threadId: history.ids.newThreadId() };
    const run = await history.openRun(thread, {
      agentName: name,
      ...(input.continueFrom === undefined ? {} : { continueFrom: input.continueFrom }),
      onSummary: (summary) => {
        events.push({ type: 'summarized', summary });
      },
    });
    events.push({ type: 'run-started', runId: run.runId, thread: run.thread });
    return run;
  }

  #loop(run: ActiveRun, input: AgentInput, events: EventBuffer<AgentEvent>): AgentLoop {
    const { name, instructions, model, tools, maxModelCalls, history } = this.#options;
    return new AgentLoop(run, {
      agentName: name,
      instructions: instructions ?? DEFAULT_INSTRUCTIONS,
      model,
      tools: tools ?? [],
      maxModelCalls: maxModelCalls ?? DEFAULT_MAX_MODEL_CALLS,
      newMessageId: history.ids.newMessageId,
      senderId:
        typeof input.message === 'string' ? (input.senderId ?? DEFAULT_SENDER) : input.message.senderId,
      ...(input.signal === undefined ? {} : { signal: input.signal }),
      onEvent: (event) => {
        events.push(event);
      },
    });
  }

  #work(run: ActiveRun, loop: AgentLoop, input: AgentInput, early: readonly Message[]): Promise<AgentResult> {
    const message = this.#messageOf(input.message, input.senderId);
    const paused = run.step === 'await_approval';
    if (paused) run.queueMessage(message);
    else run.addMessage(message);
    for (const queued of early) run.queueMessage(queued);
    return paused ? loop.pause() : loop.execute();
  }

  #messageOf(message: string | Message, senderId: string = DEFAULT_SENDER): Message {
    if (typeof message !== 'string') return message;
    const content = [{ type: 'input_text', text: message }] as const;
    return {
      id: this.#options.history.ids.newMessageId(),
      senderId,
      items: [{ type: 'message', role: 'user', content }],
    };
  }
}
