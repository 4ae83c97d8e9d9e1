import type { ServedSize } from '../../part.js';
import { copiesOf, type Trap } from '../trap.js';
import { CUT_TRAPS } from './cut.js';
import { FORM_TRAPS } from './form.js';
import { OUTCOME_TRAPS } from './outcome.js';
import { PREDICTION_TRAPS } from './prediction.js';
import { SCALING_TRAPS } from './scaling.js';
import { TEXT_TRAPS } from './text.js';

/** Every trap of the invented site. */
export const TRAPS: readonly Trap[] = [
  ...CUT_TRAPS,
  ...OUTCOME_TRAPS,
  ...SCALING_TRAPS,
  ...PREDICTION_TRAPS,
  ...TEXT_TRAPS,
  ...FORM_TRAPS,
];

/** The peculiarities of the real API that a world holds: name, meaning, and in how many posts. */
export const METACULUS_TRAPS: readonly { name: string; about: string; count(size: ServedSize): number }[] =
  TRAPS.map((trap) => ({ name: trap.name, about: trap.about, count: (size) => copiesOf(trap, size) }));
