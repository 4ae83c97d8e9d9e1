import { createServer, type IncomingHttpHeaders } from 'node:http';

/** A request that a stand-in received. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** What a stand-in answers to one request: the model's text, or another status. */
export type Reply = string | { status: number };

/** Both providers on one local port, in their documented wire formats. */
export interface StandIn {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/** Starts a stand-in that gives these replies in turn, the last one for ever. */
export async function startStandIn(replies: readonly Reply[]): Promise<StandIn> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
    const path = String(request.url);
    const reply = replies[Math.min(received.length, replies.length - 1)];
    received.push({ path, headers: request.headers, body });
    const problem = accepts(path, request.headers, body);
    const status = problem ?? (typeof reply === 'object' ? reply.status : 200);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? answer(path, body, String(reply)) : failure(path, status)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The status for what the real provider would refuse: a missing key or version, a missing field. */
function accepts(
  path: string,
  headers: IncomingHttpHeaders,
  body: Record<string, unknown>,
): number | undefined {
  if (path === '/v1/messages') {
    if (!headers['x-api-key']) return 401;
    const complete = body.model && body.max_tokens && Array.isArray(body.messages);
    return headers['anthropic-version'] && complete ? undefined : 400;
  }
  if (path !== '/v1/chat/completions') return 404;
  if (!/^Bearer ./.test(String(headers.authorization))) return 401;
  return body.model && Array.isArray(body.messages) ? undefined : 400;
}

function answer(path: string, { model }: Record<string, unknown>, text: string): object {
  if (path === '/v1/messages')
    return {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 5 },
    };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function failure(path: string, status: number): object {
  if (path === '/v1/messages')
    return { type: 'error', error: { type: 'api_error', message: `status ${status}` } };
  return { error: { message: `status ${status}`, type: 'server_error', param: null, code: null } };
}
