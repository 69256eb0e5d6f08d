import type { AgentModel, AgentModelReply, AgentModelRequest } from '../../core/conversation/agent-model.ts';
import type { FunctionCallItem, InputItem } from '../../core/domain/input-item.ts';
import { usage } from './builders.ts';

export type ScriptedReply =
  AgentModelReply | Error | ((request: AgentModelRequest) => Promise<AgentModelReply>);

/** Replies in order, and fails on a call that the script doesn't have. */
export class ScriptedAgentModel implements AgentModel {
  readonly requests: AgentModelRequest[] = [];
  readonly #script: readonly ScriptedReply[];

  constructor(...script: readonly ScriptedReply[]) {
    this.#script = script;
  }

  async respond(request: AgentModelRequest): Promise<AgentModelReply> {
    const next = this.#script[this.requests.length];
    this.requests.push(request);
    if (next === undefined) throw new Error(`unexpected model call ${this.requests.length}`);
    if (next instanceof Error) throw next;
    return typeof next === 'function' ? next(request) : next;
  }
}

/** An answer in words, reported as 100 tokens of prompt and 10 of reply. */
export function says(text: string): AgentModelReply {
  const item: InputItem = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  return { items: [item], usage: usage(100, 10) };
}

/** Calls of tools, `call_1`, `call_2`, …: name and arguments of each. */
export function calls(...tools: readonly (readonly [name: string, args: string])[]): AgentModelReply {
  const items = tools.map(([name, args], index): FunctionCallItem => {
    const number = index + 1;
    return { type: 'function_call', id: `fc_${number}`, call_id: `call_${number}`, name, arguments: args };
  });
  return { items, usage: usage(100, 10) };
}
