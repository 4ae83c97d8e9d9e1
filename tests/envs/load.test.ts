import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemEffects } from '../../common/system-effects.js';
import { type OrsServer, startOrsServer } from '../../envs/ors/server.js';
import { traderEnvironment } from '../../envs/polybench/environment.js';
import { heapUsed } from './heap.js';
import { eventsOf } from './ors/client.js';
import { quietLog } from './ors/toy.js';
import { inventMarket, optionsOf, sameDays } from './polybench/invented.js';

const SESSIONS = 200;
const WARM_UP = 40;
/** Heap that a session may hold once it has played; the garbage collector has run. */
const BYTES_A_SESSION = 64 * 1024;

let server: OrsServer;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

beforeAll(async () => {
  const markets = Array.from({ length: 8 }, (_, index) =>
    inventMarket(String(index), sameDays(10, 0.4, 40_000), { outcome: index % 2 === 0 ? 'YES' : 'NO' }),
  );
  server = await startOrsServer({
    environments: [traderEnvironment({ ...optionsOf(markets), seed: 's' })],
    effects: systemEffects(),
    log: quietLog,
    version: { version: '0', build_sha: 'x' },
  });
});

afterAll(async () => {
  agent.destroy();
  await server.close();
});

function send(path: string, body: object, sid = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = sid === '' ? {} : { 'x-session-id': sid };
    const options = { agent, host: '127.0.0.1', port: server.port, path, method: 'POST', headers };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

interface Result {
  ok: boolean;
  output: { reward: number | null; finished: boolean; metadata: Record<string, unknown> };
}

async function call(sid: string, name: string, input: object): Promise<Result['output']> {
  const end = eventsOf(await send('/call', { name, input }, sid)).find(({ event }) => event === 'end');
  const result = JSON.parse(String(end?.data)) as Result;
  expect(result.ok).toBe(true);
  return result.output;
}

/** Each session bets another stake on another side, so that whatever two of them shared would show. */
async function play(index: number): Promise<{ sid: string; reward: number; stake: number; side: string }> {
  const sid = String(eventsOf(await send('/create_session', {}))[0]?.data);
  await send('/create', { split: 'test', index: 3 }, sid);
  const [stake, side] = [100 + index, index % 2 === 0 ? 'YES' : 'NO'];
  for (let market = 0; market < 8; market += 1) {
    const { metadata } = await call(sid, 'place_bet', { market_id: String(market), side, stake });
    expect(metadata.filled).toBe(stake);
  }
  let reward = 0;
  for (let week = 0; week < 2; week += 1)
    reward += Number((await call(sid, 'advance_time', { days: 7 })).reward);
  return { sid, reward, stake, side };
}

it(`plays ${SESSIONS} sessions at once that share nothing, in bounded memory, and forgets them`, async () => {
  await Promise.all(Array.from({ length: WARM_UP }, (_, index) => play(index)));
  const before = heapUsed();
  const played = await Promise.all(Array.from({ length: SESSIONS }, (_, index) => play(index)));
  expect(server.sessions()).toBe(WARM_UP + SESSIONS);
  for (const { reward, stake, side } of played) {
    // Four of eight markets win: YES pays 1 / 0.4 a dollar, NO 1 / 0.6.
    const won = (4 * stake) / (side === 'YES' ? 0.4 : 0.6);
    expect(reward).toBeCloseTo(100 * Math.log((10_000 - 8 * stake + won) / 10_000), 9);
  }
  expect((heapUsed() - before) / SESSIONS).toBeLessThan(BYTES_A_SESSION);
  await Promise.all(played.map(({ sid }) => send('/delete', {}, sid)));
  expect(server.sessions()).toBe(WARM_UP);
});
