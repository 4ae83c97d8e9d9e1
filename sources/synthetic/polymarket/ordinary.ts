import { SECONDS_PER_DAY } from '../../../common/time.js';
import type { Random } from '../random.js';
import { CORPUS_END, CORPUS_START, secondsOf, WORLD_NOW } from './calendar.js';
import { draftEvent, draftMarket } from './draft.js';
import type { EventDraft, MarketDraft } from './model.js';
import { groupEvent } from './traps/events.js';

const FIRST_OPENING = secondsOf('2025-09-01', '12:00:00');
const FIRST_CLOSING = secondsOf('2025-10-10');
const LAST_CLOSING = secondsOf('2026-11-26');
/** Share of the markets that resolve inside the corpus window. */
const IN_CORPUS = 0.88;

interface Span {
  open: number;
  close: number;
}

/** Between three days and four months, somewhere between September 2025 and November 2026. */
function inventSpan(random: Random): Span {
  const isInCorpus = random.chance(IN_CORPUS);
  const close = isInCorpus ? random.int(CORPUS_START, CORPUS_END) : random.int(FIRST_CLOSING, LAST_CLOSING);
  const days = Math.exp(random.real(Math.log(3), Math.log(120)));
  return { open: Math.max(FIRST_OPENING, Math.floor(close - days * SECONDS_PER_DAY)), close };
}

/** Dollars that changed hands: from hundreds to millions. */
function inventCash(random: Random): number {
  return Math.round(Math.exp(random.normal(Math.log(130_000), 1.1)));
}

/** Start prices, one in eight of them near certainty. */
function inventStart(random: Random): number {
  if (random.chance(0.12)) return random.pick([0.012, 0.02, 0.975, 0.99]);
  return random.real(0.12, 0.88);
}

function ordinaryMarket(random: Random, { open, close }: Span, isOpen: boolean): MarketDraft {
  return draftMarket(random, {
    open,
    close: isOpen ? null : close,
    start: inventStart(random),
    lateness: random.pick([1.5, 3, 6, 10]),
    rows: 20 + Math.round(random.exponential(70)),
    usd: inventCash(random),
  });
}

/** An event without anything unusual: one to six legs, negRisk or not, now and then still open. */
export function ordinaryEvent(random: Random): EventDraft {
  const span = inventSpan(random);
  const kind = random.weighted([
    ['single', 5],
    ['group', 2],
    ['legs', 2],
    ['open', 1],
  ] as const);
  if (kind === 'group') {
    return groupEvent(random, {
      ...span,
      legs: random.int(2, 6),
      rows: random.int(40, 160),
      usd: inventCash(random),
    });
  }
  const isOpen = kind === 'open';
  const opened = isOpen ? { ...span, open: Math.min(span.open, WORLD_NOW - 20 * SECONDS_PER_DAY) } : span;
  const legs = kind === 'legs' ? random.int(2, 6) : 1;
  return draftEvent(
    Array.from({ length: legs }, (_, leg) => ordinaryMarket(random.fork(leg), opened, isOpen)),
  );
}
