/**
 * A loopback server that speaks the Responses API, for real requests over real HTTP. Replies are taken
 * from a script in order; a request streams when it asks to.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedResponse {
  /** Output items, as the API gives them. */
  readonly output?: readonly Record<string, unknown>[];
  /** Null: no usage is reported. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  /** Other fields of the response object, e.g. `{ status: 'incomplete' }`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Answers with this status and an error body instead. */
  readonly failure?: {
    readonly status: number;
    readonly message: string;
    readonly headers?: Record<string, string>;
  };
  /** Sent as it is, with status 200, instead of a response object. */
  readonly body?: string | Uint8Array;
  /** Of `body`; HTML by default. */
  readonly contentType?: string;
  /** Waits before it answers at all. */
  readonly delayMs?: number;
  /** Streams only: stops after the first piece of text. 'hang' leaves the connection open. */
  readonly breakOff?: 'hang' | 'close' | 'error-event';
  /** Streams only: leaves the output of the last event empty, as imitations of the API do. */
  readonly emptyFinalOutput?: boolean;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ResponsesServer {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

export type ResponsesScript =
  readonly ScriptedResponse[] | ((request: RecordedRequest, index: number) => ScriptedResponse);

/** An answer in words. */
export function textReply(
  text: string,
  usage: ScriptedResponse['usage'] = { input: 100, output: 10 },
): ScriptedResponse {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return {
    output: [{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content }],
    usage,
  };
}

/** An answer that calls tools: name and arguments of each. */
export function toolReply(
  calls: readonly (readonly [name: string, args: unknown])[],
  usage: ScriptedResponse['usage'] = { input: 100, output: 10 },
): ScriptedResponse {
  const output = calls.map(([name, args], index) => ({
    type: 'function_call',
    id: `fc_${index + 1}`,
    call_id: `call_${index + 1}`,
    status: 'completed',
    name,
    arguments: JSON.stringify(args),
  }));
  return { output, usage };
}

export async function startResponsesServer(script: ResponsesScript): Promise<ResponsesServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const recorded = { path: request.url ?? '', headers: request.headers, body };
      const index = requests.push(recorded) - 1;
      const reply = typeof script === 'function' ? script(recorded, index) : script[index];
      await answer(response, recorded, reply ?? unexpected(index));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { baseUrl: `http://127.0.0.1:${portOf(server)}/v1`, requests, close: () => stop(server) };
}

function unexpected(index: number): ScriptedResponse {
  return { failure: { status: 400, message: `the script has no reply for request ${index + 1}` } };
}

async function answer(
  response: ServerResponse,
  request: RecordedRequest,
  reply: ScriptedResponse,
): Promise<void> {
  if (reply.delayMs !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, reply.delayMs).unref());
  }
  if (response.destroyed) return;
  if (reply.failure !== undefined) {
    const { status, message, headers } = reply.failure;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'scripted', code: null, param: null } }));
    return;
  }
  if (reply.body !== undefined) {
    response.writeHead(200, { 'content-type': reply.contentType ?? 'text/html' });
    response.end(reply.body);
    return;
  }
  if (request.body['stream'] === true) stream(response, request, reply);
  else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(responseObject(request, reply)));
  }
}

function responseObject(request: RecordedRequest, reply: ScriptedResponse): Record<string, unknown> {
  const { usage = null } = reply;
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_787_216_400,
    status: 'completed',
    model: request.body['model'],
    output: reply.output ?? [],
    usage:
      usage === null
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
    ...reply.fields,
  };
}

function stream(response: ServerResponse, request: RecordedRequest, reply: ScriptedResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence = 0;
  const send = (type: string, fields: Record<string, unknown>): void => {
    const data = JSON.stringify({ type, sequence_number: (sequence += 1), ...fields });
    response.write(`event: ${type}\ndata: ${data}\n\n`);
  };
  const whole = responseObject(request, reply);
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [index, item] of (reply.output ?? []).entries()) {
    send('response.output_item.added', { output_index: index, item: { ...item, content: [] } });
    for (const piece of piecesOf(item)) {
      send('response.output_text.delta', { output_index: index, content_index: 0, delta: piece });
      if (reply.breakOff === 'hang') return;
      if (reply.breakOff === 'close') {
        // Not before what was written is on its way.
        setTimeout(() => response.destroy(), 10).unref();
        return;
      }
      if (reply.breakOff === 'error-event') {
        send('error', { code: 'server_error', message: 'the model ran out of memory', param: null });
        response.end();
        return;
      }
    }
    send('response.output_item.done', { output_index: index, item });
  }
  const status = typeof whole['status'] === 'string' ? whole['status'] : 'completed';
  send(`response.${status}`, {
    response: reply.emptyFinalOutput === true ? { ...whole, output: [] } : whole,
  });
  response.end();
}

/** The texts of an item in pieces of a few characters. */
function piecesOf(item: Readonly<Record<string, unknown>>): readonly string[] {
  const content = Array.isArray(item['content']) ? item['content'] : [];
  return content.flatMap((part: unknown) => {
    const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : '';
    return typeof text === 'string' ? (text.match(/[\s\S]{1,12}/gu) ?? []) : [];
  });
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  const parsed: unknown = JSON.parse(text === '' ? '{}' : text);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Connections that hang are cut. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeAllConnections();
  });
}
