import type { ServedSize } from '../../part.js';
import { draftEvent, type Kit } from '../draft.js';
import type { EventDraft, MarketDraft } from '../model.js';

/** One trap of the invented world. */
export interface Trap {
  readonly name: string;
  /** Section of the Polymarket reference (or `issue` for bad input) that the trap comes from. */
  readonly section: string;
  readonly doc: string;
  /** Times the trap is built; each gives at least one market that carries its name. */
  readonly copies: Readonly<Record<ServedSize, number>>;
  /**
   * What becomes of the markets under the default parameters, in the order of their legs (the last entry goes on):
   * `kept`, `unlisted` (no candidate at all), or a drop rule.
   */
  readonly expect: readonly string[];
  readonly build: (kit: Kit) => EventDraft;
}

/** Copies by size for traps that every world holds. */
const EVERYWHERE: Trap['copies'] = { small: 1, full: 2, large: 2 };
/** Copies by size for records that do not parse: rare enough that no walk counts as drifted. */
export const NOT_SMALL: Trap['copies'] = { small: 0, full: 1, large: 1 };

/** Declares a trap. Legs that name no trap of their own get its name. */
export function trap(
  name: string,
  section: string,
  doc: string,
  expect: string | readonly string[],
  build: (kit: Kit) => EventDraft | MarketDraft,
  copies: Trap['copies'] = EVERYWHERE,
): Trap {
  return {
    name,
    section,
    doc,
    copies,
    expect: typeof expect === 'string' ? [expect] : expect,
    build: (kit) => named(name, build(kit)),
  };
}

function named(name: string, made: EventDraft | MarketDraft): EventDraft {
  const event = 'legs' in made ? made : draftEvent([made]);
  const legs = event.legs.map((leg) => ({ ...leg, traps: leg.traps.length > 0 ? leg.traps : [name] }));
  return { ...event, legs };
}
