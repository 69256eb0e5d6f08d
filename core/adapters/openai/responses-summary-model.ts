import { outputText } from '../../domain/output-text.ts';
import type {
  SummaryModel,
  SummaryModelAnswer,
  SummaryModelRequest,
} from '../../summarizers/summary-model.ts';
import { ResponsesClient, type ResponsesModelOptions } from './responses-client.ts';

/** A model that summarizes, over the Responses API of OpenAI or of a server that speaks it. */
export class ResponsesSummaryModel implements SummaryModel {
  readonly modelName: string;
  readonly #client: ResponsesClient;

  /** @throws InspectorError 'invalid-option' for a base URL that is none, or a missing model name. */
  constructor(options: ResponsesModelOptions) {
    // Summarizing somebody's transcript is no reason to have the server keep it.
    this.#client = new ResponsesClient({ ...options, parameters: { store: false, ...options.parameters } });
    this.modelName = options.modelName;
  }

  async complete(request: SummaryModelRequest): Promise<SummaryModelAnswer> {
    const content = [{ type: 'input_text', text: request.input }];
    const response = await this.#client.send(
      { instructions: request.instruction, input: [{ type: 'message', role: 'user', content }] },
      { signal: request.signal, onText: request.onText },
    );
    const { usage, raw, modelName, incompleteReason } = response;
    return { text: outputText(response.items), usage, raw, modelName, incompleteReason };
  }
}
