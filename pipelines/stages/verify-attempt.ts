import { GateError, NamedError } from '../../common/errors.js';
import type { Violation } from '../dataset.js';

/** What an action gave, or what of the version refused it. */
export type Attempted<T> = { value: T } | { violation: Violation };

/** Runs an action; a GateError is a finding. Any other error is none of the version and is thrown. */
export async function attempted<T>(
  check: string,
  id: string,
  action: () => Promise<T>,
): Promise<Attempted<T>> {
  try {
    return { value: await action() };
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return { violation: { check, id, detail: error.message } };
  }
}

/**
 * The same for what runs over rows that are known to be damaged, and for engines with errors of their own: whatever they
 * fail with is a finding. An error of the disk or of the command line is thrown.
 */
export function onDamaged<T>(check: string, id: string, action: () => Promise<T>): Promise<Attempted<T>> {
  return attempted(check, id, async () => {
    try {
      return await action();
    } catch (error) {
      if (error instanceof NamedError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new GateError(reason, 'Restore the version, or remove its directory and build again.', {
        cause: error,
      });
    }
  });
}
