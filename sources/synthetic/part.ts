import type { SourceName } from '../types.js';

/** Sizes of the invented world that users choose from. */
export type ServedSize = 'small' | 'full' | 'large';

/** `fixture` has room for each trap about once and for little else; the command `fixtures` alone builds from it. */
export type SyntheticSize = ServedSize | 'fixture';

export interface SyntheticRequest {
  method: string;
  /** Path segments below the part's prefix, percent-decoded. */
  segments: readonly string[];
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  /** Scheme, host and port that the client used. */
  origin: string;
  /** A fault of the page itself, which only the part can make: `repeat`, `shift`, `drift`. */
  fault?: 'repeat' | 'shift' | 'drift';
}

export interface SyntheticResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** One upstream of the invented world, served under `/<prefix>`. Pure: the same request gets the same answer. */
export interface SyntheticPart {
  prefix: SourceName;
  handle(request: SyntheticRequest): SyntheticResponse;
}

export interface SyntheticUpstream {
  port: number;
  /** Base URL of each source, without a trailing slash. */
  urls: Readonly<Record<SourceName, string>>;
  /** Requests answered, by source. */
  requests(): Readonly<Record<SourceName, number>>;
  close(): Promise<void>;
}
