import { SECONDS_PER_DAY } from '../../../../common/time.js';
import type { Random } from '../../random.js';
import { dayIndex, secondsOf } from '../calendar.js';
import { type DraftOptions, draftEvent, draftMarket, type Kit, liquid, shifted, thin } from '../draft.js';
import type { EventDraft, MarketDraft } from '../model.js';
import { groupPaths } from '../path.js';
import { type Trap, trap } from './trap.js';

/** What the legs of a negRisk event share. */
export interface GroupOptions {
  open: number;
  close: number;
  legs: number;
  /** Taker rows and dollars of the leg with the most. */
  rows: number;
  usd: number;
}

/** A negRisk event: legs whose prices sum to one, with ever less money from leg to leg. */
export function groupEvent(random: Random, options: GroupOptions): EventDraft {
  const { open, close, legs, rows, usd } = options;
  const winner = random.int(0, legs - 1);
  const nights = dayIndex(close) - dayIndex(open);
  const paths = groupPaths(random.fork('paths'), legs, nights, winner);
  const drafts = paths.map((path, leg): MarketDraft => {
    const share = 1 / (1 + leg * 0.6);
    return draftMarket(random.fork(leg), {
      open,
      close,
      path,
      winner: leg === winner ? 'YES' : 'NO',
      openMicros: path[0] ?? 500_000,
      closeMicros: leg === winner ? 980_000 : 5_000,
      rows: Math.round(rows * share),
      usd: Math.round(usd * share),
    });
  });
  return draftEvent(drafts, { negRisk: true });
}

/** Three legs with the very same tape; `volumeNum` puts the last first, ids decide between the others. */
function tiedEvent(kit: Kit): EventDraft {
  const tapeName = `tied/${kit.random.hex(8)}`;
  const dollars = [250_000, 250_000, 250_500];
  const ids = [100_003 + kit.copy, 99_991 + kit.copy, 100_021 + kit.copy];
  const legs = dollars.map((volume, leg) =>
    liquid(kit, {
      tapeName,
      winner: 'NO',
      volumeNumMicros: volume * 1e6,
      id: String(ids[leg]),
      flat: 420_000,
    }),
  );
  return draftEvent(legs);
}

/** A leg with the most money that is not uncertain, beside three that are. */
function popularLeg(kit: Kit): EventDraft {
  const leg = (options: Partial<DraftOptions>): MarketDraft => liquid(kit, options);
  return draftEvent([
    leg({ flat: 985_000, usd: 900_000 }),
    leg({ flat: 400_000, usd: 300_000 }),
    leg({ flat: 300_000, usd: 200_000 }),
    leg({ flat: 250_000, usd: 120_000 }),
  ]);
}

function ladder(kit: Kit): EventDraft {
  const open = secondsOf('2026-06-10', '12:00:00');
  const closed = [24, 55].map((days) =>
    draftMarket(kit.random.fork(days), {
      open,
      close: open + days * SECONDS_PER_DAY + kit.copy * 3_600,
      rows: 50,
      usd: 190_000,
      winner: 'NO',
      lateness: 6,
    }),
  );
  const later = draftMarket(kit.random.fork('later'), { open, close: null, rows: 30, usd: 20_000 });
  return draftEvent([...closed, later]);
}

/** Traps of events, tags and texts (reference 5.1, 5.2, 9.6). */
export const EVENT_TRAPS: readonly Trap[] = [
  trap(
    'tied_legs',
    '9.6',
    'Three legs of equal volume; volumeNum, then the numeric id decides.',
    ['event_cap', 'kept', 'kept'],
    tiedEvent,
  ),
  trap(
    'popular_but_certain_leg',
    '9.6',
    'The most traded leg is dropped before the cap.',
    ['not_uncertain', 'kept', 'kept', 'event_cap'],
    popularLeg,
  ),
  trap(
    'ladder_event',
    '5.2',
    'Dated legs of which the last is still open.',
    ['kept', 'kept', 'unlisted'],
    ladder,
  ),
  trap(
    'event_of_300_legs',
    'issue',
    'A negRisk event of 300 legs.',
    ['*'],
    (kit) =>
      groupEvent(kit.random, {
        open: secondsOf('2026-05-02', '15:00:00'),
        close: secondsOf('2026-06-20', '18:00:00'),
        legs: 300,
        rows: 120,
        usd: 1_200_000,
      }),
    { small: 0, full: 1, large: 1 },
  ),
  trap('no_event', '9.6', 'A market without an event.', 'kept', (kit) =>
    draftEvent([liquid(kit)], { listed: false }),
  ),
  trap('empty_events', '9.6', 'A market whose list of events is empty.', 'kept', (kit) =>
    liquid(kit, { patch: { events: [] } }),
  ),
  trap('tags_missing', '5.1', 'No tags, neither on the market nor on its event.', 'kept', (kit) =>
    draftEvent([liquid(kit)], { tagged: false }),
  ),
  trap('category_on_market', '5.1', 'One of the few records with a category.', 'kept', (kit) =>
    thin(kit, { patch: { category: 'Harbour affairs' } }),
  ),
  trap('category_on_event', '5.1', 'A category on the event only.', 'kept', (kit) =>
    draftEvent([thin(kit)], { patch: { category: 'Glacier survey' } }),
  ),
  trap('question_markup', '5.1', 'Markup and entities in question and description.', 'kept', (kit) =>
    thin(kit, {
      question: 'Will <b>Brax & Fen</b> reach "5 < 7" before <script>alert(1)</script>?',
      patch: { description: '<p>It counts &amp; <a href="https://example.org/x?a=1&b=2">this</a>.</p>' },
    }),
  ),
  trap('question_unicode', '5.1', 'Combining marks, right-to-left and astral letters.', 'kept', (kit) =>
    thin(kit, {
      question: 'Cafe\u0301 \u05d0\u05d1 \u{1d518}\u{1f9ed} \u2013 \u201cja\u201d\u00a0oder nein?',
    }),
  ),
  trap(
    'question_lines',
    '5.1',
    'Line breaks, tabs and separators in question and description.',
    'kept',
    (kit) =>
      thin(kit, {
        question: 'Line one\r\nline two\u2028line three?',
        patch: { description: 'First\n\n\tsecond | third, "fourth"\n' },
      }),
  ),
  trap('description_missing', '5.1', 'A description that is null.', 'kept', (kit) => shiftedThin(kit)),
];

function shiftedThin(kit: Kit): MarketDraft {
  const close = shifted(kit, '2026-05-05');
  return thin(kit, {
    open: close - 15 * SECONDS_PER_DAY,
    close,
    flat: 610_000,
    patch: { description: null },
  });
}
