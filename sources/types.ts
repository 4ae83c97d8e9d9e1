/** The upstream hosts. Rates, base URLs and tokens are named by these. */
export const SOURCE_NAMES = ['metaculus', 'gamma', 'clob', 'data', 'hf'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** One GET request. The token and the base URL are no part of it, so that it can be stored and compared. */
export interface UpstreamRequest {
  source: SourceName;
  /** Path below the base URL, with the leading slash. */
  path: string;
  /** In the order sent. */
  query: readonly (readonly [string, string])[];
  /** Headers beyond those that the client sends with every request. */
  headers?: Readonly<Record<string, string>>;
}

export interface UpstreamResponse {
  status: number;
  /** Lower-case names; without set-cookie and authorization material. */
  headers: Readonly<Record<string, string>>;
  /** The decoded body as received. */
  body: Uint8Array;
}

export interface FetchOptions {
  /**
   * Names the version of the record that is wanted (a walk, or a fingerprint of the listing row that led here):
   * a stored response to the same request under the same tag is used again instead of asking twice.
   */
  tag: string;
  /** Statuses beside 200 that are an answer and not an error, for example 404. */
  answers?: readonly number[];
  /** `json` (default): a body that does not parse as JSON is retried as a transport error. */
  expect?: 'json' | 'bytes';
  /**
   * Looks at a 200 body before it is stored and throws SchemaDriftError where its shape is not the known one: it is
   * then asked for again a few times, as a passing fault looks the same, and never stored.
   */
  check?: (body: Uint8Array) => void;
}

export interface DownloadOptions {
  /** As in FetchOptions. */
  tag: string;
  /** Lower-case hex sha256 of the file. Where absent, the one that the answer announces (`x-linked-etag`) is used. */
  sha256?: string;
  /** Lower-case hex sha1 of the git blob: of `blob <bytes>\0` and the file. */
  gitSha1?: string;
  /** Bytes of the file. */
  size?: number;
  /**
   * Headers that the host itself (not the storage host it redirects to) has to answer with, lower-case names, for
   * example `x-repo-commit`; IntegrityError where one is missing or differs, and nothing is stored then.
   */
  announced?: Readonly<Record<string, string>>;
}

/** A response in the raw store: what was asked, and where its bytes are. */
export interface StoredResponse {
  request: UpstreamRequest;
  tag: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** sha256 of the body, its address in the raw store. */
  sha256: string;
  bytes: number;
  /** Wall clock, for re-check schedules and people; never published. */
  fetchedAt: string;
  /** The body repeated an access token, which was replaced before the body was stored. */
  redacted?: true;
}

/** One page of a walk. */
export interface WalkPage {
  request: UpstreamRequest;
  cursorIn: string | null;
  cursorOut: string | null;
  /** Records on the page. */
  count: number;
  sha256: string;
}

/** `complete` walks alone are published from; `truncated` hit a known cap; `unknown` ended otherwise. */
export type WalkStatus = 'complete' | 'truncated' | 'unknown';

export interface Walk {
  source: SourceName;
  /** Readable and stable, for example `posts` or `trades/0xabc`. */
  name: string;
  /** The build clock that the walk was made under. */
  asOf: InstantText;
  status: WalkStatus;
  /** Why the walk is not complete. */
  reason?: string;
  pages: readonly WalkPage[];
}

/** ISO 8601 in UTC. */
export type InstantText = string;

/** What a paginator says after it has read a page. */
export interface PageStep {
  count: number;
  cursorOut: string | null;
  /** The next request, or how the walk ended. */
  next: UpstreamRequest | { end: WalkStatus; reason?: string };
}

/**
 * A list that is read page by page. `read` checks the page's envelope (not its records), throws SchemaDriftError
 * where that drifted, and may keep state between pages (ids seen, cursors seen) to refuse loops.
 * On resume it is replayed over the stored pages first, so that its state is the same.
 */
export interface Paginator {
  first(): UpstreamRequest;
  read(
    body: Uint8Array,
    request: UpstreamRequest,
    /** Of the response, lower-case names; some lists carry their next page in `link`. */
    headers: UpstreamResponse['headers'],
  ): PageStep;
}

export interface WalkOptions {
  name: string;
  /** Distinguishes walks of one name with other parameters (a tournament, a listing window). */
  variant?: string;
  paginator: () => Paginator;
  /** Records expected, where known, for the progress line. */
  total?: number;
  /**
   * `every-build` (default): a new walk for each build clock. `{ tag }`: a complete walk under the same tag is used
   * again by later builds, as for a tape that is final.
   */
  reuse?: 'every-build' | { tag: string };
}

/**
 * The one way to the upstreams, the same for a live build, the synthetic upstream and a replay: a request is answered
 * from the raw store where it holds the tagged response, else sent and stored (live), else an error that names it
 * (replay).
 */
export interface Upstream {
  readonly mode: 'live' | 'synthetic' | 'replay';
  fetch(request: UpstreamRequest, options: FetchOptions): Promise<StoredResponse>;
  /**
   * Runs or resumes a walk; in replay the newest complete walk at or before the build clock. Sources that are not
   * complete come back as such: the caller decides whether that stops the dataset or drops a record.
   */
  walk(source: SourceName, options: WalkOptions): Promise<Walk>;
  /** The stored bytes; StorageError where they no longer have that hash. */
  body(sha256: string): Promise<Uint8Array>;
  /**
   * Fetches a file of any size straight to disk, resuming after breaks, and checks it against the announced hashes;
   * IntegrityError where it does not have them.
   */
  download(request: UpstreamRequest, options: DownloadOptions): Promise<StoredResponse>;
  /** Path of a downloaded file, uncompressed, for readers that seek; StorageError where it lost its hash. */
  bodyPath(sha256: string): Promise<string>;
  /** Requests sent so far, by source, retries included. */
  readonly sent: Readonly<Record<SourceName, number>>;
}
