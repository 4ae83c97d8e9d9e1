import { DATE_TRAPS } from './dates.js';
import { EVENT_TRAPS } from './events.js';
import { OUTCOME_TRAPS } from './outcome.js';
import { QUOTE_TRAPS } from './quotes.js';
import { ROW_TRAPS } from './rows.js';
import { TAPE_TRAPS } from './tapes.js';
import type { Trap } from './trap.js';

export type { Trap } from './trap.js';

/** Every trap of the invented Polymarket, in the order in which the world builds them. */
export const TRAPS: readonly Trap[] = [
  ...OUTCOME_TRAPS,
  ...DATE_TRAPS,
  ...QUOTE_TRAPS,
  ...ROW_TRAPS,
  ...TAPE_TRAPS,
  ...EVENT_TRAPS,
];
