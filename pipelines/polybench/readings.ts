import type { Rule } from '../stages/rules.js';

/** A rule that can show what it looked at. */
export interface FiguredRule<T, P> extends Rule<T, P> {
  /** The figure that the rule looks at and what it is held against, in one form for records kept and dropped. */
  readonly figure: (record: T, parameters: P) => string;
}

/** A rule's verdict on one record. */
export interface RuleReading {
  rule: string;
  figure: string;
  /** Why the record is dropped; absent where the rule keeps it. */
  detail?: string;
}

/** The rules' readings in order, up to the first that drops the record: those after it are not asked. */
export function readRules<T, P>(
  rules: readonly FiguredRule<T, P>[],
  record: T,
  parameters: P,
): RuleReading[] {
  const readings: RuleReading[] = [];
  for (const { name, test, figure } of rules) {
    const detail = test(record, parameters);
    const reading = { rule: name, figure: figure(record, parameters) };
    readings.push(detail === undefined ? reading : { ...reading, detail });
    if (detail !== undefined) break;
  }
  return readings;
}
