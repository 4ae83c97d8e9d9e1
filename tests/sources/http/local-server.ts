import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that reached the server. */
interface Seen {
  url: string;
  headers: IncomingMessage['headers'];
  at: number;
}

export interface LocalServer {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
}

/** Serves a handler on a free loopback port. `nth` counts from 0 over all requests. */
export async function serve(
  handler: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
): Promise<LocalServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers, at: performance.now() });
    handler(request, response, seen.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
