import { UsageError } from './errors.js';

/**
 * Refuses what is no record of options, and an option that there is not: a misspelt one would have no effect, and that of
 * a pin is not to be missed. `undefined` stands for an option that is not given.
 */
export function refuseUnknownOptions(options: unknown, allowed: readonly string[]): void {
  const remedy = `Options are ${allowed.join(', ')}.`;
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UsageError(`options cannot be ${shown(options)}`, remedy);
  const unknown = Object.keys(options).find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new UsageError(`there is no option ${unknown}`, remedy);
}

/** The value of an option that has a closed list of them. UsageError names the option and the list. */
export function choice<const C extends string>(name: string, value: unknown, choices: readonly C[]): C {
  const found = choices.find((one) => one === value);
  if (found === undefined)
    throw new UsageError(`${name} cannot be ${shown(value)}`, `Choose one of ${choices.join(', ')}.`);
  return found;
}

/** The value of an option as it stands in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'string' || value === undefined || value === null)
    return String(JSON.stringify(value));
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `a value of type ${typeof value}`;
}
