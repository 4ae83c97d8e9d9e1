import type { Effects } from '../../common/effects.js';
import type { OrsLimits } from './limits.js';
import { HttpProblem } from './problems.js';
import { type Binding, Session } from './session.js';

/** What sessions need of the outside. */
export interface SessionWorld {
  now: Effects['now'];
  /** A fresh id that cannot be guessed. */
  newId(): string;
  limits: OrsLimits;
}

interface Slot {
  /** Undefined until a task is bound to it. */
  session: Session | undefined;
  lastSeen: number;
}

/** The sessions of a server by id. */
export class Sessions {
  private readonly slots = new Map<string, Slot>();

  constructor(private readonly world: SessionWorld) {}

  get size(): number {
    return this.slots.size;
  }

  /** A new id, not bound to a task. HttpProblem 503 where there are too many. */
  reserve(): string {
    const sid = this.world.newId();
    this.add(sid);
    return sid;
  }

  /**
   * Binds an id to a task; ids that clients chose themselves are taken too. The same request again changes nothing;
   * HttpProblem 400 where the id is bound by another one, 503 where there are too many sessions.
   */
  bind(sid: string, binding: Binding): void {
    const slot = this.slots.get(sid) ?? this.add(sid);
    slot.lastSeen = this.world.now();
    if (slot.session === undefined) slot.session = new Session(binding, this.world);
    else if (!slot.session.isBoundBy(binding.request)) throw new HttpProblem(400, 'Session already exists');
  }

  /** The session bound to an id, which counts as a sign of life. HttpProblem 404 where there is none. */
  get(sid: string): Session {
    this.touch(sid);
    const session = this.slots.get(sid)?.session;
    if (session === undefined) throw new HttpProblem(404, 'Active environment not found');
    return session;
  }

  /** Notes a sign of life. HttpProblem 404 where the id is unknown. */
  touch(sid: string): void {
    const slot = this.slots.get(sid);
    if (slot === undefined) throw new HttpProblem(404, 'Active environment not found');
    slot.lastSeen = this.world.now();
  }

  /** Ends and forgets a session; nothing where the id is unknown. */
  delete(sid: string): void {
    this.slots.get(sid)?.session?.end();
    this.slots.delete(sid);
  }

  /** Deletes the sessions without a sign of life for too long, and says how many; the others forget old results. */
  reap(): number {
    const oldest = this.world.now() - this.world.limits.idleMs * 1000;
    const idle = [...this.slots].filter(([, { lastSeen }]) => lastSeen <= oldest);
    for (const [sid] of idle) this.delete(sid);
    for (const { session } of this.slots.values()) session?.calls.forgetOld();
    return idle.length;
  }

  private add(sid: string): Slot {
    if (this.slots.size >= this.world.limits.sessions) throw new HttpProblem(503, 'too many sessions');
    const slot = { session: undefined, lastSeen: this.world.now() };
    this.slots.set(sid, slot);
    return slot;
  }
}
