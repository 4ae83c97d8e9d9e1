/** What one server allows. */
export interface OrsLimits {
  /** Sessions at a time; one more is answered 503. */
  sessions: number;
  /** Bytes of a request body. */
  bodyBytes: number;
  /** Calls of one session that are carried out or wait for their turn; one more is answered 429. */
  callsInFlight: number;
  /** UTF-16 units of finished results that one session keeps for clients that ask again; the last is always kept. */
  retainedUnits: number;
  /** How long a finished result is kept. */
  retainMs: number;
  /** How long a session lives without a ping or a call. */
  idleMs: number;
  /** How often idle sessions are looked for. */
  reapEveryMs: number;
  /** Longest silence on an open stream; clients give up after 30 s. */
  pingEveryMs: number;
}

/** Times as in the reference server (reaping after 900 s, results for 60 s, pings at least every 10 s). */
export const DEFAULT_LIMITS: OrsLimits = {
  sessions: 2_000,
  bodyBytes: 1 << 20,
  callsInFlight: 16,
  retainedUnits: 512 << 10,
  retainMs: 60_000,
  idleMs: 900_000,
  reapEveryMs: 5_000,
  pingEveryMs: 8_000,
};
