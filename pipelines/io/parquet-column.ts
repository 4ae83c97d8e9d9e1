import type { Column } from '../../schemas/table.js';
import { type LeafKind, refusal, type Stored, storedValue } from './stored.js';

/**
 * The values of one column of a row group, shredded as the format wants them: values without the nulls, and a
 * definition and a repetition level for each place. Levels of a list: null, empty, filled count up from 0; a place
 * that continues the row's list repeats with 1.
 */
export class ParquetColumn {
  readonly kind: LeafKind;
  readonly isList: boolean;
  /** Highest definition level: 0 where the column has no levels at all. */
  readonly maxDefinition: number;
  values: Stored[] = [];
  definitions: number[] = [];
  repetitions: number[] = [];
  private readonly nullable: boolean;

  constructor(
    readonly name: string,
    column: Column,
  ) {
    const { type } = column;
    this.nullable = column.nullable;
    this.isList = type.kind === 'list';
    this.kind = type.kind === 'list' ? type.of : type.kind;
    this.maxDefinition = (column.nullable ? 1 : 0) + (this.isList ? 2 : 0);
  }

  /** The leaf's path in parquetjs-lite's form. */
  get path(): string {
    return this.isList ? `${this.name},list,element` : this.name;
  }

  /** Places so far: values, nulls and empty lists. */
  get places(): number {
    return this.maxDefinition === 0 ? this.values.length : this.definitions.length;
  }

  /** Adds a row's value. TypeError naming the column where the declared type does not allow it. */
  add(value: unknown): void {
    if (value === null && this.nullable) this.addPlace(0, 0);
    else if (this.isList) this.addList(value);
    else this.addValue(value, 0);
  }

  private addList(value: unknown): void {
    if (!Array.isArray(value)) throw refusal(this.name, 'list', value);
    if (value.length === 0) this.addPlace(this.maxDefinition - 2, 0);
    for (let index = 0; index < value.length; index += 1) this.addValue(value[index], index === 0 ? 0 : 1);
  }

  private addValue(value: unknown, repetition: number): void {
    this.values.push(storedValue(this.name, this.kind, value));
    if (this.maxDefinition > 0) this.addPlace(this.maxDefinition, repetition);
  }

  private addPlace(definition: number, repetition: number): void {
    this.definitions.push(definition);
    if (this.isList) this.repetitions.push(repetition);
  }
}
