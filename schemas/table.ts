import { z } from 'zod';

/**
 * The column language. A table is declared once; the TypeScript row type, the row check, JSON Schema, the Parquet and
 * Arrow schemas and the card's data dictionary all follow from the declaration.
 *
 * In memory: text, enum and day (`YYYY-MM-DD`) are strings, instants are whole microseconds since 1970 (InstantMicros),
 * integers are safe integers, lists are arrays, an absent value is null.
 */
export type ColumnType =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'double' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'instant' }
  | { readonly kind: 'day' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: 'text' | 'double' };

export interface Column<V = unknown> {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** One sentence for the card and JSON Schema: meaning, unit, range. */
  readonly doc: string;
  /** Carries the value's type only. */
  readonly value?: V;
}

export type Columns = Readonly<Record<string, Column>>;

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly doc: string;
  /** In published order. */
  readonly columns: C;
  /** Columns that together identify a row. */
  readonly key: readonly string[];
}

/** The TypeScript type of a table's row. */
export type RowOf<T extends Table> = {
  -readonly [K in keyof T['columns']]: T['columns'][K] extends Column<infer V> ? V : never;
};

/** A row of any table. */
export type Row = Record<string, unknown>;

export const text = (doc: string): Column<string> => ({ type: { kind: 'text' }, nullable: false, doc });
export const integer = (doc: string): Column<number> => ({ type: { kind: 'integer' }, nullable: false, doc });
export const double = (doc: string): Column<number> => ({ type: { kind: 'double' }, nullable: false, doc });
export const boolean = (doc: string): Column<boolean> => ({
  type: { kind: 'boolean' },
  nullable: false,
  doc,
});
export const instant = (doc: string): Column<number> => ({ type: { kind: 'instant' }, nullable: false, doc });
export const day = (doc: string): Column<string> => ({ type: { kind: 'day' }, nullable: false, doc });
export const oneOf = <const V extends string>(values: readonly V[], doc: string): Column<V> => ({
  type: { kind: 'enum', values },
  nullable: false,
  doc,
});
export const texts = (doc: string): Column<string[]> => ({
  type: { kind: 'list', of: 'text' },
  nullable: false,
  doc,
});
export const doubles = (doc: string): Column<number[]> => ({
  type: { kind: 'list', of: 'double' },
  nullable: false,
  doc,
});
/** The same column with null allowed. */
export const nullable = <V>(column: Column<V>): Column<V | null> => ({
  type: column.type,
  nullable: true,
  doc: column.doc,
});

/** Declares a table; the key must name columns of it. */
export function table<const C extends Columns>(
  declaration: Table<C> & { readonly key: readonly (keyof C & string)[] },
): Table<C> {
  return declaration;
}

/** The table of that name; TypeError where there is none. */
export function tableNamed(tables: readonly Table[], name: string): Table {
  const found = tables.find((candidate) => candidate.name === name);
  if (!found) throw new TypeError(`no table ${name}`);
  return found;
}

const CHECKS: Record<ColumnType['kind'], (type: ColumnType) => z.ZodType> = {
  text: () => z.string(),
  integer: () => z.int(),
  double: () => z.number(),
  boolean: () => z.boolean(),
  instant: () => z.int(),
  day: () => z.iso.date(),
  enum: (type) => z.enum(type.kind === 'enum' ? [...type.values] : []),
  list: (type) => z.array(type.kind === 'list' && type.of === 'double' ? z.number() : z.string()),
};

/** A strict zod check of one in-memory row: no column missing, none too many, no NaN or infinity. */
export function rowCheck(declaration: Table): z.ZodType<Row> {
  const shape = Object.entries(declaration.columns).map(([name, column]) => {
    const check = CHECKS[column.type.kind](column.type);
    return [name, column.nullable ? check.nullable() : check] as const;
  });
  return z.strictObject(Object.fromEntries(shape));
}

/** What rowCheck refused, on one line: the column first, or the columns that there should not be. */
export function rowProblem({ issues: [issue] }: z.ZodError): string {
  const column = issue?.path.join('.');
  return column ? `column ${column}: ${issue?.message}` : String(issue?.message);
}

const JSON_TYPES: Record<ColumnType['kind'], (type: ColumnType) => object> = {
  text: () => ({ type: 'string' }),
  integer: () => ({ type: 'integer' }),
  double: () => ({ type: 'number' }),
  boolean: () => ({ type: 'boolean' }),
  instant: () => ({ type: 'string', format: 'date-time' }),
  day: () => ({ type: 'string', format: 'date' }),
  enum: (type) => ({ type: 'string', enum: type.kind === 'enum' ? type.values : [] }),
  list: (type) => ({
    type: 'array',
    items: { type: type.kind === 'list' && type.of === 'double' ? 'number' : 'string' },
  }),
};

/** JSON Schema (2020-12) of the rows as they stand in JSONL: instants as ISO 8601 with `Z`. */
export function jsonSchema(declaration: Table): object {
  const properties = Object.entries(declaration.columns).map(([name, column]) => {
    const base = JSON_TYPES[column.type.kind](column.type);
    const typed = column.nullable ? { anyOf: [base, { type: 'null' }] } : base;
    return [name, { description: column.doc, ...typed }] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: declaration.name,
    description: declaration.doc,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(declaration.columns),
    additionalProperties: false,
  };
}
