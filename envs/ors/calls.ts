import type { Effects } from '../../common/effects.js';
import { sha256OfJson } from '../../common/hash.js';
import type { OrsLimits } from './limits.js';
import { HttpProblem } from './problems.js';

/** What a call ended with: the JSON text of its result, or the text of an error event. */
export interface Outcome {
  event: 'end' | 'error';
  data: string;
}

/** One call, running or finished. */
export interface Call {
  id: string;
  outcome: Promise<Outcome>;
  /** Streams that follow it at the moment. */
  followers: number;
  /** True once the whole outcome went out on a connection that was open. */
  delivered: boolean;
}

/** What a client asks for. */
export interface CallRequest {
  name: string;
  input: unknown;
  /** The client's own key for the call: however often the call is sent, it is carried out once. */
  idempotencyKey: string | undefined;
}

interface Entry extends Call {
  /** Hash of name and input. */
  content: string;
  idempotencyKey: string | undefined;
  settled: { at: number; units: number } | undefined;
}

/**
 * The calls of one session: carried out one after another, each once, and remembered for a while so that a client whose
 * stream broke gets the same result again.
 */
export class CallLog {
  private readonly entries = new Map<string, Entry>();
  private queue: Promise<unknown> = Promise.resolve();
  private last: Entry | undefined;
  private running = 0;
  /** Of all results that are kept. */
  private units = 0;

  constructor(
    private readonly limits: OrsLimits,
    private readonly now: Effects['now'],
    private readonly newId: () => string,
  ) {}

  /** The running or remembered call of that id. */
  find(id: string): Call | undefined {
    this.forgetOld();
    return this.entries.get(id);
  }

  /**
   * Starts a call, after those before it. One that was sent before under its key is returned instead; so is, for calls
   * without keys, the call before it where that is the same and its connection was closed before the outcome went out.
   * HttpProblem 422 where the key was used for another call, 429 where too many wait.
   */
  start(request: CallRequest, run: () => Promise<Outcome>): Call {
    this.forgetOld();
    const content = sha256OfJson([request.name, request.input]);
    const known = request.idempotencyKey === undefined ? this.lost(content) : this.keyed(request, content);
    if (known !== undefined) return known;
    if (this.running >= this.limits.callsInFlight)
      throw new HttpProblem(429, 'too many calls of this session wait for their turn');
    return this.enqueue(content, request.idempotencyKey, run);
  }

  private keyed({ idempotencyKey: key }: CallRequest, content: string): Call | undefined {
    const known = [...this.entries.values()].find(({ idempotencyKey }) => idempotencyKey === key);
    if (known !== undefined && known.content !== content)
      throw new HttpProblem(422, 'the Idempotency-Key was used for another call');
    return known;
  }

  private lost(content: string): Call | undefined {
    const { last } = this;
    const isLost = last?.content === content && last.followers === 0 && !last.delivered;
    return isLost ? last : undefined;
  }

  private enqueue(content: string, idempotencyKey: string | undefined, run: () => Promise<Outcome>): Call {
    const outcome = this.queue.then(run);
    const entry: Entry = {
      id: this.newId(),
      content,
      idempotencyKey,
      outcome,
      followers: 0,
      delivered: false,
      settled: undefined,
    };
    this.running += 1;
    this.queue = outcome.then(({ data }) => {
      this.running -= 1;
      this.units += data.length;
      entry.settled = { at: this.now(), units: data.length };
    });
    this.entries.set(entry.id, entry);
    this.last = entry;
    return entry;
  }

  /**
   * Drops what is past its time, then the oldest results but the last while more is kept than allowed. Calls settle in
   * the order in which they started, so the oldest are the first.
   */
  forgetOld(): void {
    const oldest = this.now() - this.limits.retainMs * 1000;
    for (const { id, settled } of this.entries.values()) {
      if (!settled) return;
      const isLight = id === this.last?.id || this.units <= this.limits.retainedUnits;
      if (isLight && settled.at >= oldest) return;
      this.entries.delete(id);
      if (id === this.last?.id) this.last = undefined;
      this.units -= settled.units;
    }
  }
}
