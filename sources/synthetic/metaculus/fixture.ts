import type { Planted } from './plan.js';
import type { Trap } from './trap.js';
import { TRAPS } from './traps/index.js';

/**
 * Traps that the fixture goes without, and why: each keeps rows, a table of the fixture has room for sixty, and another
 * trap shows the same.
 */
export const METACULUS_LEFT_OUT: Readonly<Record<string, string>> = {
  retroactive_date: 'as retroactive_continuous, but for a date',
  retroactive_group: 'retroactive_new_shape is dated back, group_binary is a group',
  group_numeric: 'group_fan is a group of quantities too, and group_binary is cut off in lists too',
  text_200_kb: 'too heavy for a test suite; the OpenForesight fixture has a text of 52 kB',
};

/** Traps that share one post, since none of them changes what another does. */
const TOGETHER: readonly (readonly string[])[] = [
  ['zero_point_negative', 'inbound_count_null', 'continuous_range_short'],
  ['nulls', 'categories_missing', 'default_method_null'],
  ['resolution_set_later', 'resolved_before_reveal', 'listed_twice'],
  ['criteria_innocent_update', 'criteria_innocent_prior_to', 'criteria_innocent_criteria'],
  ['date_log', 'date_with_offset'],
];

/** Members of the groups, where fewer do: more than a list shows of one, two of the others. */
const MEMBERS: Readonly<Record<string, number>> = {
  group_binary: 4,
  group_fan: 2,
  group_date: 2,
  group_partly_resolved: 3,
};

/** Traps that show in a second copy only. */
const PAIRS: readonly string[] = ['same_text'];

/** The trap whose community prediction the fixture takes from a CSV export, as the API shows none at the cut. */
export const EXPORTED = 'exported';

/** Questions of the fixture alone: two without anything peculiar, for comparison, and one that is exported. */
const OWN: readonly Trap[] = [
  { ...trapNamed('retroactive_explorer_missing'), name: EXPORTED, about: 'Its history is in an export.' },
  { name: 'ordinary_binary', about: 'Nothing peculiar.', kind: 'binary' },
  { name: 'ordinary_numeric', about: 'Nothing peculiar.', kind: 'numeric' },
];

/** What is planted in the fixture: every trap, alone or with others on one post, but for those left out. */
export const FIXTURE_TRAPS: readonly Planted[] = [...alone(), ...TOGETHER.map(together), ...OWN].flatMap(
  (trap) => Array.from({ length: PAIRS.includes(trap.name) ? 2 : 1 }, (_, copy) => ({ trap, copy })),
);

function alone(): Trap[] {
  const elsewhere = [...Object.keys(METACULUS_LEFT_OUT), ...TOGETHER.flat()];
  return TRAPS.filter(({ name }) => !elsewhere.includes(name)).map(withFewMembers);
}

function withFewMembers(trap: Trap): Trap {
  const members = MEMBERS[trap.name];
  return trap.group && members !== undefined ? { ...trap, group: { ...trap.group, members } } : trap;
}

/** One trap that does what all of them do; its name has theirs, joined by `+`. */
function together(names: readonly string[]): Trap {
  const traps = names.map(trapNamed);
  const [first = trapNamed(''), ...others] = traps;
  const stranger = others.find(({ kind }) => kind !== first.kind);
  if (stranger) throw new RangeError(`${first.name} and ${stranger.name} need different posts`);
  const merged: Trap = Object.assign({}, ...traps);
  return {
    ...merged,
    name: names.join('+'),
    about: traps.map(({ about }) => about).join(' '),
    schedule: (schedule, context) =>
      traps.reduce((changed, trap) => trap.schedule?.(changed, context) ?? changed, schedule),
    question: (question, context) =>
      traps.reduce((changed, trap) => trap.question?.(changed, context) ?? changed, question),
    wireQuestion: (record) =>
      traps.reduce((changed, trap) => trap.wireQuestion?.(changed) ?? changed, record),
    wirePost: (record) => traps.reduce((changed, trap) => trap.wirePost?.(changed) ?? changed, record),
  };
}

function trapNamed(name: string): Trap {
  const trap = TRAPS.find((one) => one.name === name);
  if (!trap) throw new RangeError(`no trap ${name}`);
  return trap;
}
