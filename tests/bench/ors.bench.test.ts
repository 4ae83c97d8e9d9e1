import { Agent, createServer, request, type Server } from 'node:http';
import { expect, it } from 'vitest';
import { systemEffects } from '../../common/system-effects.js';
import { startOrsServer } from '../../envs/ors/server.js';
import { traderEnvironment } from '../../envs/polybench/environment.js';
import { quietLog } from '../envs/ors/toy.js';
import { inventMarket, optionsOf, sameDays } from '../envs/polybench/invented.js';

const SESSIONS = 200;
const AT_ONCE = 20;
const ROUNDS = 6;
const WARM_UP = 2;
const CALLS = { name: 'list_markets', input: { limit: 8 } };
const BODY = JSON.stringify(CALLS);

/** Sends one call and gives the milliseconds until the answer was read whole, and its bytes. */
function timed(agent: Agent, port: number, sid: string): Promise<{ ms: number; body: string }> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'x-session-id': sid, 'content-length': Buffer.byteLength(BODY) };
    const sent = request(
      { agent, host: '127.0.0.1', port, path: '/call', method: 'POST', headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ ms: performance.now() - start, body: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(BODY);
  });
}

/** Calls once for each session, some at a time; gives the milliseconds of each. */
async function round(agent: Agent, port: number, sids: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const waiting = [...sids];
  const worker = async () => {
    for (let sid = waiting.pop(); sid !== undefined; sid = waiting.pop())
      times.push((await timed(agent, port, sid)).ms);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return times;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Reads a body and answers what it is told to, with nothing between. */
function bare(answer: () => string): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, response) => {
    incoming.on('data', () => undefined);
    incoming.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(answer());
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 });
    });
  });
}

it(`a tool call in ${SESSIONS} sessions against a bare node:http handler of the same bytes`, async () => {
  const markets = Array.from({ length: 8 }, (_, index) =>
    inventMarket(String(index), sameDays(60, 0.4, 40_000)),
  );
  const ors = await startOrsServer({
    environments: [traderEnvironment({ ...optionsOf(markets), seed: 's' })],
    effects: systemEffects(),
    log: quietLog,
    version: { version: '0', build_sha: 'x' },
  });
  const sids = Array.from({ length: SESSIONS }, (_, index) => `session-${index}`);
  for (const sid of sids)
    await fetch(`${ors.url}/create`, {
      method: 'POST',
      headers: { 'x-session-id': sid },
      body: '{"split":"test","index":3}',
    });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const { body } = await timed(agent, ors.port, 'session-0');
  const plain = await bare(() => body);
  const times: Record<'ors' | 'bare', number[]> = { ors: [], bare: [] };
  for (let index = 0; index < WARM_UP + ROUNDS; index += 1)
    for (const [name, port] of [
      ['ors', ors.port],
      ['bare', plain.port],
    ] as const) {
      const measured = await round(agent, port, sids);
      if (index >= WARM_UP) times[name].push(...measured);
    }
  const line = (name: string, share: number) => {
    const [own, other] = [quantile(times.ors, share), quantile(times.bare, share)];
    return `${name.padEnd(8)} ${own.toFixed(2).padStart(8)} ms  bare ${other.toFixed(2).padStart(8)} ms  ratio ${(own / other).toFixed(2)}`;
  };
  process.stdout.write(
    `list_markets of 8 markets, ${Buffer.byteLength(body)} bytes, ${times.ors.length} calls, ${AT_ONCE} at a time\n${line('median', 0.5)}\n${line('p99', 0.99)}\n`,
  );
  agent.destroy();
  await ors.close();
  await new Promise<void>((resolve) => {
    plain.server.close(() => resolve());
    plain.server.closeAllConnections();
  });
  expect(times.ors).toHaveLength(ROUNDS * SESSIONS);
});
