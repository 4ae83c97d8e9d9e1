/** An answer other than 200: the status, and what stands under `detail`. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string | readonly ValidationDetail[],
    /** True where the rest of the request is not worth reading. */
    readonly closes = false,
  ) {
    super(typeof detail === 'string' ? detail : `invalid body: ${detail.map(({ msg }) => msg).join('; ')}`);
    this.name = 'HttpProblem';
  }
}

/** One entry of a 422 answer. */
export interface ValidationDetail {
  type: string;
  loc: readonly (string | number)[];
  msg: string;
  input: unknown;
}

/** A tool call that cannot be carried out. The client gets `ok: false` with status 200, and the episode goes on. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** `TypeError: message` on one line, as it may leave the process: each of the secrets is blotted out. */
export function errorText(error: unknown, secrets: Iterable<string> = []): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  let line = said.replace(/\s+/g, ' ');
  for (const secret of secrets) if (secret !== '') line = line.replaceAll(secret, '***');
  return line;
}
