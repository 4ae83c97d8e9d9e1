import type { Row } from '../../../schemas/table.js';

/** Reads of a row's columns. A published row that lacks a column or holds another type is a defect: TypeError. */

function refuse(row: Row, column: string): never {
  throw new TypeError(`column ${column} of a published row holds ${JSON.stringify(row[column])}`);
}

export function textCell(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : refuse(row, column);
}

export function numberCell(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : refuse(row, column);
}

export function textsCell(row: Row, column: string): readonly string[] {
  const value = row[column];
  const texts = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return texts ? value : refuse(row, column);
}

/** The text, or undefined where the column is null. */
export function textOrNone(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textCell(row, column);
}

/** The number, or undefined where the column is null. */
export function numberOrNone(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : numberCell(row, column);
}
