import { createServer, request } from 'node:http';

/** Passes requests on. Of the tool calls every other one is carried out, and its answer then lost with the connection. */
export async function breakingProxy({ hostname, port }: URL) {
  let calls = 0;
  let broken = 0;
  const server = createServer((incoming, response) => {
    const { url: path, method, headers } = incoming;
    const passed = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const isCall = path === '/call';
      if (isCall) calls += 1;
      if (!isCall || calls % 2 === 0) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      broken += 1;
      answer.resume().once('end', () => response.destroy());
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    broken: () => broken,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
