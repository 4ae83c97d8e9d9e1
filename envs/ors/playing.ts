import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { parseBody } from './body.js';
import type { Call } from './calls.js';
import { type Exchange, type OrsState, sidOf } from './exchange.js';
import { HttpProblem } from './problems.js';
import { eventText, openStream, PING, resultText } from './sse.js';

const callBody = z.strictObject({
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  task_id: z.string().nullish(),
});

/** The prompt of the session's episode, once that is set up. */
export async function prompt({ state, request }: Exchange): Promise<unknown> {
  const episode = await state.sessions.get(sidOf(request)).episode();
  return episode.prompt();
}

/** The tools of the session. */
export async function taskTools({ state, request }: Exchange): Promise<unknown> {
  const session = state.sessions.get(sidOf(request));
  await session.episode();
  return { tools: session.environment.tools };
}

/** Carries out a tool, or follows a call that was started before, and streams what it ends with. */
export async function callTool({ state, request, response, body }: Exchange): Promise<void> {
  const sid = sidOf(request);
  const { name, input, task_id: id } = parseBody(body, callBody);
  const session = state.sessions.get(sid);
  const episode = await session.episode();
  const call =
    id === undefined || id === null
      ? session.calls.start({ name, input, idempotencyKey: keyOf(request) }, () =>
          session.run(episode, name, input),
        )
      : session.calls.find(id);
  if (call === undefined) return refuseUnknown(response);
  await follow(state, request, response, call);
}

function refuseUnknown(response: ServerResponse): void {
  openStream(response);
  response.end(eventText('error', 'unknown task_id'));
}

const LONGEST_KEY = 200;

/** The client's key of a call (draft-ietf-httpapi-idempotency-key-header). HttpProblem 422 where it is too long. */
function keyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > LONGEST_KEY) throw new HttpProblem(422, 'the Idempotency-Key is too long');
  return key;
}

async function follow(
  state: OrsState,
  { socket }: IncomingMessage,
  response: ServerResponse,
  call: Call,
): Promise<void> {
  if (response.destroyed) return;
  let isOver = false;
  const ended = Promise.race([call.outcome, leaving(response, call)]).then(() => {
    isOver = true;
  });
  response.once('finish', () => {
    call.delivered = true;
  });
  openStream(response);
  // Most calls end soon: they go out as one write and need no timer.
  await twoTurns();
  if (socket.readableEnded) return;
  const started = eventText('task_id', call.id);
  const atOnce = isOver;
  if (!atOnce) {
    response.write(started);
    await pingUntil(state, response, ended);
  }
  if (response.destroyed) return;
  const { event, data } = await call.outcome;
  const end = event === 'end' ? resultText(data) : eventText('error', data);
  response.end(atOnce ? started + end : end);
}

/** Counts a client as a follower of the call until it goes, which resolves. */
function leaving(response: ServerResponse, call: Call): Promise<void> {
  call.followers += 1;
  return new Promise((resolve) =>
    response.once('close', () => {
      call.followers -= 1;
      resolve();
    }),
  );
}

/** The end of a connection that was closed right after its request is read two turns of the event loop later. */
async function twoTurns(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

async function pingUntil(state: OrsState, response: ServerResponse, end: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const ended = end.then(() => stop.abort());
  while (!stop.signal.aborted && !response.destroyed) {
    const slept = state.effects.sleep(state.limits.pingEveryMs, stop.signal).catch(() => undefined);
    await Promise.race([ended, slept]);
    if (!stop.signal.aborted) response.write(PING);
  }
}
