import { expect, it } from 'vitest';
import { heapUsed } from '../heap.js';
import { OrsClient } from './client.js';
import { serve, ToyClock, toy } from './toy.js';

const SESSIONS = 10;
const CALLS = 5;
/** Two bytes a character each. */
const RESULT = { unit: '\u6f22', times: 400_000 };
const BYTES = 2 * RESULT.times;

it('keeps few long results of a session, and none for longer than a minute, whether it calls again or not', async () => {
  const clock = new ToyClock();
  const server = await serve([toy().environment], clock);
  const client = new OrsClient(server.url);
  const play = async () => {
    const sid = await client.session({ split: 'train', index: 0 });
    for (let call = 0; call < CALLS; call += 1) await client.call(sid, 'repeat', RESULT);
  };
  await play();
  await clock.pass(61_000);
  const before = heapUsed();
  for (let session = 0; session < SESSIONS; session += 1) await play();
  const played = heapUsed() - before;
  // The last one is kept in any case, and another one where it fits beside it.
  expect(played).toBeGreaterThan(SESSIONS * BYTES * 0.9);
  expect(played).toBeLessThan(SESSIONS * BYTES * 2.2);
  await clock.pass(61_000);
  expect(server.sessions()).toBe(SESSIONS + 1);
  expect(heapUsed() - before).toBeLessThan(SESSIONS * BYTES * 0.2);
  await server.close();
});
