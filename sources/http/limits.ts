/**
 * How long and how often a request is tried. The defaults end a request to a host that is out of reach, and one whose
 * answers never end, within two minutes.
 */
export interface HttpLimits {
  /** Attempts of one request at most; pauses that the host asks for are not counted at first. */
  attempts: number;
  /** Attempts that are made even where they are slow. */
  minAttempts: number;
  /** Milliseconds after which no further attempt is made, pauses that the host asked for not counted. */
  budgetMs: number;
  /** Announced pauses of one request that cost no attempt. */
  freePauses: number;
  /** Longest announced pause that is waited for, in milliseconds. */
  maxPauseMs: number;
  /** Attempts of one request that may end in SchemaDriftError: a passing fault looks the same as a new format. */
  driftAttempts: number;
  /** Milliseconds to connect (name lookup, connection, TLS: each). */
  connectMs: number;
  /** Milliseconds from the request to the headers. */
  responseMs: number;
  /** Milliseconds for a whole answer; downloads have no such limit. */
  requestMs: number;
  /** A body must bring this many bytes in every `stallMs` milliseconds of waiting for it, or end. */
  stallBytes: number;
  /** The same for downloads. */
  fileStallBytes: number;
  stallMs: number;
  /** Bytes of a body at most, decoded; downloads have their own limit. */
  maxBodyBytes: number;
  /** Bytes of a download at most where its size is not announced. */
  maxFileBytes: number;
  /** Redirects of one request at most. */
  maxRedirects: number;
}

/** The limits that builds work with. */
export const DEFAULT_LIMITS: HttpLimits = {
  attempts: 20,
  minAttempts: 3,
  budgetMs: 90_000,
  freePauses: 4,
  maxPauseMs: 900_000,
  driftAttempts: 5,
  connectMs: 10_000,
  responseMs: 25_000,
  requestMs: 30_000,
  stallBytes: 6_000,
  fileStallBytes: 96_000,
  stallMs: 6_000,
  maxBodyBytes: 64 * 1024 ** 2,
  maxFileBytes: 8 * 1024 ** 3,
  maxRedirects: 5,
};
