import { GateError } from '../../common/errors.js';

const REMEDY = 'Nothing was published. This is a defect of the writer: please report it with this message.';

/** Refuses with the place and the two values that differ. */
export function refuse(file: string, row: number, column: string, found: unknown, meant: unknown): never {
  throw new GateError(
    `${file} does not hold what was written: row ${row}, column ${column}: found ${shown(found)}, meant ${shown(meant)}`,
    REMEDY,
  );
}

function shown(value: unknown): string {
  const text =
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item)) ??
    'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
