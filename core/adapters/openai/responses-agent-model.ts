import type { AgentModel, AgentModelReply, AgentModelRequest } from '../../conversation/agent-model.ts';
import { toWireItem } from '../../domain/wire-item.ts';
import { ResponsesClient, type ResponsesModelOptions } from './responses-client.ts';

/** A model for an agent, over the Responses API of OpenAI or of a server that speaks it. */
export class ResponsesAgentModel implements AgentModel {
  readonly #client: ResponsesClient;

  /** @throws InspectorError 'invalid-option' for a base URL that is none, or a missing model name. */
  constructor(options: ResponsesModelOptions) {
    this.#client = new ResponsesClient(options);
  }

  async respond(request: AgentModelRequest): Promise<AgentModelReply> {
    const tools = request.tools.map((tool) => ({ type: 'function', strict: false, ...tool }));
    const { items, usage } = await this.#client.send(
      {
        instructions: request.instructions,
        input: request.input.map(toWireItem),
        ...(tools.length === 0 ? {} : { tools }),
      },
      { signal: request.signal, onText: request.onText },
    );
    return { items, usage };
  }
}
