import { SECONDS_PER_DAY } from '../../../../common/time.js';
import { secondsOf } from '../calendar.js';
import { type DraftOptions, draftEvent, draftMarket, type Kit, liquid, thin } from '../draft.js';
import type { MarketDraft } from '../model.js';
import { NOT_SMALL, type Trap, trap } from './trap.js';

/** A calm market that closes on a given second after `days` days. */
function closing(
  kit: Kit,
  day: string,
  clock: string,
  days: number,
  more: Partial<DraftOptions>,
): MarketDraft {
  const close = secondsOf(day, clock);
  const open = close - days * SECONDS_PER_DAY - 1_800;
  return draftMarket(kit.random, { open, close, flat: 455_000 + 10_000 * kit.copy, ...more });
}

const POOR: Partial<DraftOptions> = { rows: 20, usd: 900 };
const RICH: Partial<DraftOptions> = { rows: 60, usd: 200_000 };

/** Window edges, endDate against closedTime, and dates that are missing (reference 6.1 and 9.7). */
export const DATE_TRAPS: readonly Trap[] = [
  trap('day_before_window', '9.7', 'Resolved on 2025-11-30 at 23:59:59.', 'outside_window', (kit) =>
    closing(kit, '2025-11-30', '23:59:59', 14, RICH),
  ),
  trap('window_first_second', '9.7', 'Resolved on 2025-12-01 at 00:00:00.', 'no_quotes', (kit) =>
    closing(kit, '2025-12-01', '00:00:00', 14, RICH),
  ),
  trap('window_first_days', '9.7', 'Opened in the autumn, resolved on 2025-12-03.', 'kept', (kit) =>
    closing(kit, '2025-12-03', '12:00:00', 60, POOR),
  ),
  trap('window_last_second', '9.7', 'Resolved on 2026-09-30 at 23:59:59.', 'kept', (kit) =>
    closing(kit, '2026-09-30', '23:59:59', 20, RICH),
  ),
  trap('second_after_window', '9.7', 'Resolved on 2026-10-01 at 00:00:00.', 'outside_window', (kit) =>
    closing(kit, '2026-10-01', '00:00:00', 20, RICH),
  ),
  trap(
    'liquidity_rule_first_second',
    '9.5',
    'Little cash, resolved on 2026-06-01 at 00:00:00.',
    'illiquid',
    (kit) => closing(kit, '2026-06-01', '00:00:00', 20, POOR),
  ),
  trap('test_split_first_second', '9.5', 'Much cash, resolved on 2026-06-01 at 00:00:00.', 'kept', (kit) =>
    closing(kit, '2026-06-01', '00:00:00', 20, RICH),
  ),
  trap('liquidity_exempt', '9.5', 'Little cash, resolved on 2026-05-31 at 23:59:59.', 'kept', (kit) =>
    closing(kit, '2026-05-31', '23:59:59', 20, POOR),
  ),
  trap(
    'resolved_after_as_of',
    'issue',
    'Closed in December 2026, after a clock of 2026-11-30.',
    'unresolved',
    (kit) => closing(kit, '2026-12-03', '08:00:00', 30, RICH),
  ),
  trap('event_across_test_from', '4.2', 'Legs of one event resolve in May and in June 2026.', 'kept', (kit) =>
    draftEvent([
      closing(kit, '2026-05-20', '17:00:00', 25, RICH),
      closing(kit, '2026-06-10', '17:00:00', 45, RICH),
    ]),
  ),
  trap('end_date_later', '6.1', 'endDate in 2028, resolved in 2026.', 'kept', (kit) =>
    liquid(kit, { patch: { endDate: '2028-01-01T00:00:00Z', endDateIso: '2028-01-01' } }),
  ),
  trap('end_date_outside_window', '6.1', 'endDate after the corpus, resolution inside.', 'kept', (kit) =>
    liquid(kit, { patch: { endDate: '2026-12-31T23:59:00Z', endDateIso: '2026-12-31' } }),
  ),
  trap(
    'end_date_earlier',
    '6.1',
    'Resolved 827 hours after endDate, which lies before the corpus.',
    'kept',
    (kit) =>
      closing(kit, '2026-01-02', '11:00:00', 20, {
        ...POOR,
        patch: { endDate: '2025-11-29T00:00:00Z', endDateIso: '2025-11-29' },
      }),
  ),
  trap('end_date_before_listing', '6.1', 'endDate more than 90 days before the corpus.', 'unlisted', (kit) =>
    thin(kit, {
      patch: { endDate: '2025-08-30T12:00:00Z', endDateIso: '2025-08-30' },
      verdict: ['unlisted'],
    }),
  ),
  trap('end_date_missing', '5.1', 'No endDate, so that no listing by endDate holds it.', 'unlisted', (kit) =>
    thin(kit, { patch: { endDate: undefined, endDateIso: undefined }, verdict: ['unlisted'] }),
  ),
  trap('start_date_missing', '5.1', 'No startDate.', 'kept', (kit) =>
    liquid(kit, { patch: { startDate: undefined, startDateIso: undefined } }),
  ),
  trap(
    'closed_time_missing',
    '5.1',
    'Closed without closedTime.',
    'outside_window',
    (kit) =>
      thin(kit, {
        patch: { closedTime: undefined, umaEndDate: undefined },
        verdict: ['outside_window', 'unresolved', 'malformed_record'],
      }),
    NOT_SMALL,
  ),
];
