import { SECONDS_PER_DAY } from '../../../../common/time.js';
import { type DraftOptions, draftMarket, type Kit, liquid, place, shifted } from '../draft.js';
import type { MarketDraft, Paging, Trade } from '../model.js';
import { NOT_SMALL, type Trap, trap } from './trap.js';

const SHARE = 1_000_000;

/** A tape of several pages. */
function deep(kit: Kit, rows: number, more: Partial<DraftOptions> = {}): MarketDraft {
  const close = shifted(kit, '2026-09-02');
  const open = close - 45 * SECONDS_PER_DAY;
  return draftMarket(kit.random, {
    open,
    close,
    start: 0.4,
    lateness: 6,
    rows,
    usd: Math.max(140_000, rows * 150),
    ...more,
  });
}

function paged(kit: Kit, paging: Paging, rows: number): MarketDraft {
  const broken = paging === 'loop' || paging === 'broken';
  return deep(kit, rows, { paging, ...(broken ? { verdict: ['incomplete_tape'] } : {}) });
}

/** A tape of 400 rows with one row that should not be there: far below one in a hundred. */
function spoiled(kit: Kit, wire: (kit: Kit) => Readonly<Record<string, string>>): MarketDraft {
  const bad: Trade = place({
    at: shifted(kit, '2026-07-05') - 6 * SECONDS_PER_DAY,
    priceMicros: 500_000,
    sizeMicros: 91 * SHARE,
    counted: false,
    wire: wire(kit),
  });
  return liquid(kit, {
    rows: 400,
    extras: [bad],
    verdict: ['incomplete_tape', 'malformed_record'],
  });
}

/** Traps of whole walks, and bad input in tapes (reference 2.5, 3.2, 10; the list of bad input). */
export const TAPE_TRAPS: readonly Trap[] = [
  trap('deeper_than_v1', '2.5', 'More taker rows than the 3,500 that v1 reaches.', 'kept', (kit) =>
    deep(kit, 3_620),
  ),
  trap('very_deep', '2.5', 'Twelve thousand taker rows.', 'kept', (kit) => deep(kit, 12_000), NOT_SMALL),
  trap('exactly_one_page', '3.2', 'Exactly 1,000 taker rows.', 'kept', (kit) => deep(kit, 1_000)),
  trap('short_pages', '3.2', 'Pages shorter than the limit although more follows.', 'kept', (kit) =>
    paged(kit, 'short', 640),
  ),
  trap('empty_page', '3.2', 'An empty page in the middle of the walk.', 'kept', (kit) =>
    paged(kit, 'empty', 1_250),
  ),
  trap('trailing_page', '3.2', 'After the last row one more page, which is empty.', 'kept', (kit) =>
    paged(kit, 'trailing', 210),
  ),
  trap('cursor_loop', 'issue', 'A cursor that leads back to its own page.', 'incomplete_tape', (kit) =>
    paged(kit, 'loop', 1_300),
  ),
  trap('ends_in_the_middle', 'issue', 'has_more is true, and there is no cursor.', 'incomplete_tape', (kit) =>
    paged(kit, 'broken', 1_200),
  ),
  trap('foreign_row', '10.22', 'One row of another market.', 'incomplete_tape', (kit) =>
    spoiled(kit, ({ random }) => ({ condition_id: `"0x${random.hex(64)}"` })),
  ),
  trap(
    'token_of_neither_side',
    'issue',
    'One row of a token that is neither side.',
    'incomplete_tape',
    (kit) => spoiled(kit, () => ({ token_id: `"${'6'.repeat(77)}"` })),
  ),
  trap(
    'trade_price_outside',
    'issue',
    'One trade at a price of 1.7.',
    'incomplete_tape',
    (kit) => spoiled(kit, () => ({ price: '1.7' })),
    NOT_SMALL,
  ),
  trap(
    'trade_price_not_a_number',
    'issue',
    'One trade whose price says NaN.',
    'incomplete_tape',
    (kit) => spoiled(kit, () => ({ price: '"NaN"' })),
    NOT_SMALL,
  ),
  trap(
    'trade_size_missing',
    'issue',
    'One trade whose size is null.',
    'incomplete_tape',
    (kit) => spoiled(kit, () => ({ size: 'null' })),
    NOT_SMALL,
  ),
];
