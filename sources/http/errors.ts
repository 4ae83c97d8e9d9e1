import { UpstreamError } from '../../common/errors.js';
import type { SourceName, UpstreamRequest } from '../types.js';
import { printable } from './excerpt.js';

const RESUME =
  'What was fetched is kept: run the command again later; --rate and --jobs make it gentler where the host throttles.';

const OUT_OF_REACH =
  'Check the network and that the host is up, then run the command again: what was fetched is kept, and it goes on from there.';

/** How messages name a request: source, path and query, without the base URL and without any header. */
export function nameOf(request: UpstreamRequest): string {
  const query = request.query.map(([key, value]) => `${key}=${value}`).join('&');
  return printable(`${request.source} ${request.path}${query === '' ? '' : `?${query}`}`);
}

/** One attempt failed on the way (connection, timeout, 5xx, a body that is not what was announced): tried again. */
export class TransportError extends UpstreamError {
  constructor(message: string) {
    super(message, OUT_OF_REACH);
  }
}

/**
 * The host asks for a pause: 429, 503 with Retry-After, or the HTML page with status 403 that Cloudflare shows instead
 * of an answer. Where the wait is announced it is waited for, at first without using up an attempt.
 */
export class RateLimitedError extends UpstreamError {
  constructor(
    message: string,
    /** Milliseconds that the host asked for; undefined where it named none. */
    readonly waitMs: number | undefined,
    remedy: string = RESUME,
  ) {
    super(message, remedy);
  }
}

/** All attempts failed, message and remedy being those of the last failure; or a list could not be read whole. */
export class UnreachableError extends UpstreamError {
  constructor(message: string, remedy: string = RESUME) {
    super(message, remedy);
  }
}

/** An answer that asking again does not change: 401, 403, an unexpected status, a redirect to a foreign host. */
export class RefusedError extends UpstreamError {
  constructor(
    message: string,
    remedy: string,
    /** HTTP status of the answer. */
    readonly status: number,
  ) {
    super(message, remedy);
  }
}

/** An answer no longer has the shape that this product knows. */
export class SchemaDriftError extends UpstreamError {
  constructor(
    readonly source: SourceName,
    /** The field that drifted, as a path in the answer, for example `results[3].question.scaling`. */
    readonly field: string,
    readonly detail: string,
  ) {
    super(
      printable(`${source} answers in another shape than known: ${field}: ${detail}`),
      `Compare the answer with schemas/wire: where ${source} changed its format the schema has to follow; where this was a passing fault run the command again.`,
    );
  }
}

/** A downloaded file does not have the hash or size that the upstream announced for it. */
export class IntegrityError extends UpstreamError {
  constructor(message: string) {
    super(
      message,
      'Run the command again; where it persists the upstream serves a damaged file: tell its maintainers.',
    );
  }
}

/** A replay needs a response or a walk that the snapshots do not hold. */
export class MissingResponseError extends UpstreamError {
  constructor(what: string) {
    super(
      `not in the snapshots: ${what}`,
      'Give the directory that holds it with --snapshots, or a later --as-of, or build once with --upstream live.',
    );
  }
}
