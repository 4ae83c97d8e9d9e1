/** Exit codes of the command line; the only place where they are numbered. */
export const EXIT = { ok: 0, defect: 1, usage: 2, gate: 3, upstream: 4, locked: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * An error whose class decides what happens next: the exit code, and with it whether the other datasets go on.
 * `remedy` is one sentence that says what the reader can do about it.
 */
export abstract class NamedError extends Error {
  abstract readonly exitCode: ExitCode;
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.remedy = remedy;
  }
}

/** Wrong command, option, parameter or environment: found before the first request. */
export class UsageError extends NamedError {
  readonly exitCode = EXIT.usage;
}

/** A quality gate refused to publish, or a published version does not hold what it promises. */
export class GateError extends NamedError {
  readonly exitCode = EXIT.gate;
}

/** An upstream refused, drifted or stayed out of reach; what was fetched before stays usable. */
export class UpstreamError extends NamedError {
  readonly exitCode = EXIT.upstream;
}

/** Another build holds the lock of this output directory. */
export class LockedError extends NamedError {
  readonly exitCode = EXIT.locked;
}

/** The file system refused: full, read-only, or a stored file no longer holds the bytes it was given. */
export class StorageError extends NamedError {
  readonly exitCode = EXIT.defect;
}
