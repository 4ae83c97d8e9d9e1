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
  /** True once a client has been sent the whole outcome, as far as the connection tells. */
  delivered: boolean;
}

interface Entry extends Call {
  /** Hash of name and input. */
  key: string;
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
   * Starts a call, after those before it. Where the call before it is the same and its outcome reached nobody, the
   * connection was lost before its id arrived: that call is returned instead, so that nothing is done twice.
   * HttpProblem 429 where too many wait.
   */
  start(name: string, input: unknown, run: () => Promise<Outcome>): Call {
    this.forgetOld();
    const key = sha256OfJson([name, input]);
    const lost = this.last;
    if (lost?.key === key && lost.followers === 0 && !lost.delivered) return lost;
    if (this.running >= this.limits.callsInFlight)
      throw new HttpProblem(429, 'too many calls of this session wait for their turn');
    return this.enqueue(key, run);
  }

  private enqueue(key: string, run: () => Promise<Outcome>): Call {
    const outcome = this.queue.then(run);
    const entry: Entry = {
      id: this.newId(),
      key,
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
