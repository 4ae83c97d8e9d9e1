// @ts-check
/**
 * A small client of the Open Reward Standard: enough to play an environment, with nothing to install.
 * It does what the published clients do: it keeps the session alive by pings, and where a stream breaks it asks again
 * for the same call by its id. Each call has a key as well, by which this server knows it again where the connection
 * broke before the id arrived, so that no tool is run twice.
 */

import { randomUUID } from 'node:crypto';

const PING_EVERY_MS = 10_000;
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 500;

/**
 * @typedef {{ blocks: { text: string }[], metadata: Record<string, unknown> | null, reward: number | null, finished: boolean }} Output
 * @typedef {{ ok: true, output: Output } | { ok: false, error: string }} Result
 */

export class Server {
  /** @param {string} url */
  constructor(url) {
    this.url = url.replace(/\/+$/, '');
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [headers]
   */
  async get(path, headers = {}) {
    return json(await fetch(`${this.url}${path}`, { headers }));
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {Record<string, string>} [headers]
   */
  async post(path, body, headers = {}) {
    return json(await fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  /**
   * Opens a session on a task; secrets, such as a judge's key, go with it alone.
   * @param {object} task `{ split, index }`, or `{ task_spec, env_name }`
   * @param {Record<string, string>} [secrets]
   */
  async open(task, secrets) {
    const events = await readEvents(
      await fetch(`${this.url}/create_session`, { method: 'POST', body: '{}' }),
    );
    const sid = events.find(({ event }) => event === 'task_id')?.data;
    if (sid === undefined) throw new Error('the server opened no session');
    await this.post('/create', secrets ? { ...task, secrets } : task, { 'x-session-id': sid });
    return new Session(this, sid);
  }
}

export class Session {
  /**
   * @param {Server} server
   * @param {string} sid
   */
  constructor(server, sid) {
    this.server = server;
    this.headers = { 'x-session-id': sid };
    this.pings = setInterval(() => this.signal('/ping').catch(() => undefined), PING_EVERY_MS);
  }

  /** The task as text. */
  async prompt() {
    const blocks = await this.server.get('/prompt', this.headers);
    return blocks.map((/** @type {{ text: string }} */ { text }) => text).join('\n');
  }

  /**
   * Calls a tool. An input that the tool refuses is an error; the episode then goes on.
   * @param {string} name
   * @param {object} input
   * @returns {Promise<Output>}
   */
  async call(name, input) {
    const result = await this.result({ name, input });
    if (!result.ok) throw new Error(`${name}: ${result.error}`);
    return result.output;
  }

  /**
   * @param {{ name: string, input: object, task_id?: string }} body
   * @returns {Promise<Result>}
   */
  async result(body) {
    const key = randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const events = await this.attempt(body, key);
      const failed = events.find(({ event }) => event === 'error');
      if (failed) throw new Error(`${body.name}: ${failed.data}`);
      if (events.some(({ event }) => event === 'end')) return JSON.parse(joined(events));
      if (attempt === ATTEMPTS) throw new Error(`${body.name}: the connection broke ${ATTEMPTS} times`);
      const id = events.find(({ event }) => event === 'task_id')?.data;
      if (id !== undefined) body = { ...body, task_id: id };
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }

  /**
   * The events of one attempt; none where the connection broke before the first.
   * @param {object} body
   * @param {string} key
   */
  async attempt(body, key) {
    const headers = { ...this.headers, 'idempotency-key': key };
    const sent = fetch(`${this.server.url}/call`, { method: 'POST', headers, body: JSON.stringify(body) });
    const response = await sent.catch(() => undefined);
    if (response === undefined) return [];
    if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
    return readEvents(response);
  }

  /** Ends the session. */
  async close() {
    clearInterval(this.pings);
    await this.signal('/delete');
    await this.signal('/delete_session');
  }

  /** @param {string} path */
  async signal(path) {
    return json(await fetch(`${this.server.url}${path}`, { method: 'POST', headers: this.headers }));
  }
}

/** @param {Response} response */
async function json(response) {
  if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
  return response.json();
}

/**
 * The events of a stream, those before a break included.
 * @param {Response} response
 */
async function readEvents(response) {
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
  } catch {
    // What was read before the connection broke still counts: the id of the call may be in it.
  }
  return text.split('\n\n').slice(0, -1).flatMap(readEvent);
}

/** @param {string} block */
function readEvent(block) {
  const fields = block.split('\n').map((line) => /^(event|data): ?(.*)$/s.exec(line));
  const values = (/** @type {string} */ name) =>
    fields.flatMap((field) => (field?.[1] === name ? [field[2]] : []));
  const [event] = values('event');
  return event === undefined ? [] : [{ event, data: values('data').join('\n') }];
}

/** @param {{ event: string, data: string }[]} events */
function joined(events) {
  return events
    .filter(({ event }) => event === 'chunk' || event === 'end')
    .map(({ data }) => data)
    .join('');
}
