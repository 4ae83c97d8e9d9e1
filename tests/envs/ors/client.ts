/** An answer of plain JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** One event of a stream, its data lines joined as clients join them. */
export interface StreamEvent {
  event: string;
  data: string;
}

/** What a stream of events held. */
export interface Streamed {
  status: number;
  headers: Headers;
  text: string;
  events: StreamEvent[];
  /** The JSON value that chunks and end make together; undefined without an end. */
  value: unknown;
}

/** A client of the standard, written from its tables: what it reads is what the published clients read. */
export class OrsClient {
  constructor(readonly url: string) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return plain(await fetch(`${this.url}${path}`, { headers, redirect: 'manual' }));
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return plain(await this.send(path, JSON.stringify(body), headers));
  }

  /** A POST with an empty body, as clients send ping and the deletes. */
  async signal(path: string, sid: string): Promise<Answer> {
    return plain(
      await this.send(path, '', { 'x-session-id': sid, 'content-type': 'application/octet-stream' }),
    );
  }

  async stream(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Streamed> {
    const response = await this.send(path, typeof body === 'string' ? body : JSON.stringify(body), {
      accept: 'text/event-stream',
      ...headers,
    });
    const text = await response.text();
    const events = eventsOf(text);
    return { status: response.status, headers: response.headers, text, events, value: jsonOf(events) };
  }

  /** Opens a session and binds a task to it. */
  async session(task: object): Promise<string> {
    const { events } = await this.stream('/create_session', {});
    const sid = events[0]?.data ?? '';
    const created = await this.post('/create', task, { 'x-session-id': sid });
    if (created.status !== 200) throw new Error(`create: ${JSON.stringify(created.body)}`);
    return sid;
  }

  call(
    sid: string,
    name: string,
    input: unknown,
    more: object = {},
    headers: Record<string, string> = {},
  ): Promise<Streamed> {
    return this.stream('/call', { name, input, ...more }, { 'x-session-id': sid, ...headers });
  }

  private send(path: string, body: string, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  }
}

async function plain(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

/** Splits a stream into events as the published client does: comments and events without a name are passed over. */
export function eventsOf(text: string): StreamEvent[] {
  return text.split('\n\n').flatMap((block) => {
    let event = '';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      if (line === '' || line.startsWith(':')) continue;
      const colon = line.indexOf(':');
      if (colon < 0) throw new Error(`a line without a colon: ${line}`);
      const field = line.slice(0, colon);
      // The published client strips all white space here, not one blank.
      const value = line.slice(colon + 1).replace(/^[\s\x1c-\x1f\x85]+/, '');
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return event === '' ? [] : [{ event, data: data.join('\n') }];
  });
}

function jsonOf(events: readonly StreamEvent[]): unknown {
  if (!events.some(({ event }) => event === 'end')) return undefined;
  const joined = events
    .filter(({ event }) => event === 'chunk' || event === 'end')
    .map(({ data }) => data)
    .join('');
  return joined === '' ? null : JSON.parse(joined);
}
