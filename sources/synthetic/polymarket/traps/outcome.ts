import { secondsOf } from '../calendar.js';
import { draftEvent, draftMarket, jsonList, liquid, thin } from '../draft.js';
import { NOT_SMALL, type Trap, trap } from './trap.js';

const prices = (...values: string[]): Record<string, unknown> => ({ outcomePrices: jsonList(values) });

/** Closed shapes, labels and records that decide by themselves (reference 5.1 and 6.2). */
export const OUTCOME_TRAPS: readonly Trap[] = [
  trap('near_pinned', '6.2', 'Outcome prices of 0.9999989 and 0.0000011.', 'kept', (kit) =>
    liquid(kit, { winner: 'YES', patch: prices('0.9999989871', '0.0000010129') }),
  ),
  trap('pinned_at_bound', '6.2', 'Outcome prices of exactly 0.999 and 0.001.', 'kept', (kit) =>
    liquid(kit, { winner: 'NO', patch: prices('0.001', '0.999') }),
  ),
  trap('not_quite_pinned', '6.2', 'Outcome prices of 0.9989 and 0.0011.', 'not_binary', (kit) =>
    liquid(kit, { patch: prices('0.9989', '0.0011'), verdict: ['not_binary', 'no_outcome'] }),
  ),
  trap('split_resolution', '6.2', 'Resolved 50/50.', 'split_resolution', (kit) =>
    liquid(kit, { patch: prices('0.5', '0.5'), verdict: ['split_resolution'] }),
  ),
  trap('zero_prices', '6.2', 'Legacy record with prices 0 and 0.', 'no_outcome', (kit) =>
    thin(kit, { patch: prices('0', '0'), verdict: ['no_outcome'] }),
  ),
  trap('scalar_long_short', '6.2', 'A scalar market with the outcomes Long and Short.', 'not_binary', (kit) =>
    thin(kit, {
      labels: ['Long', 'Short'],
      patch: prices('0.58', '0.42'),
      verdict: ['not_binary'],
    }),
  ),
  trap('scalar_yes_no', '6.2', 'A scalar payout under the labels Yes and No.', 'not_binary', (kit) =>
    thin(kit, { patch: prices('0.2535', '0.7465'), verdict: ['not_binary', 'no_outcome'] }),
  ),
  trap('proposed_but_pinned', '6.2', 'Closed and pinned while UMA still says proposed.', 'kept', (kit) =>
    liquid(kit, { patch: { umaResolutionStatus: 'proposed', umaResolutionStatuses: '["proposed"]' } }),
  ),
  trap('uma_missing', '6.2', 'Closed and pinned without any UMA field.', 'kept', (kit) =>
    liquid(kit, {
      patch: { umaResolutionStatus: undefined, umaResolutionStatuses: '[]', umaEndDate: undefined },
    }),
  ),
  trap('uma_settled', '5.1', 'The status settled.', 'kept', (kit) =>
    liquid(kit, { patch: { umaResolutionStatus: 'settled', umaResolutionStatuses: '[]' } }),
  ),
  trap('uma_history_lags', '5.1', 'Resolved, while the status history stops at disputed.', 'kept', (kit) =>
    liquid(kit, { patch: { umaResolutionStatuses: '["proposed", "disputed"]' } }),
  ),
  trap('flags_lag', '6.1', 'A resolved market that still accepts orders and has a bid.', 'kept', (kit) =>
    liquid(kit, { patch: { acceptingOrders: true, bestBid: 0.999, active: true } }),
  ),
  trap('open_pinned', '6.2', 'A price of 0.999 on a market that is not closed.', 'unlisted', (kit) =>
    draftMarket(kit.random, {
      open: secondsOf('2026-08-01', '09:00:00'),
      close: null,
      flat: 999_000,
      patch: prices('0.999', '0.001'),
    }),
  ),
  trap('open_past_end', '6.1', 'Open, although endDate passed months ago.', 'unlisted', (kit) =>
    draftMarket(kit.random, {
      open: secondsOf('2026-05-01', '09:00:00'),
      close: null,
      rows: 20,
      usd: 4_000,
      patch: { endDate: '2026-06-30T12:00:00Z', endDateIso: '2026-06-30' },
    }),
  ),
  trap('three_outcomes', '6.2', 'Three outcomes and three tokens.', 'not_binary', (kit) =>
    thin(kit, {
      patch: {
        outcomes: jsonList(['Yes', 'No', 'Draw']),
        outcomePrices: jsonList(['0', '1', '0']),
        clobTokenIds: jsonList(['1', '2', '3'].map((digit) => digit.repeat(77))),
      },
      verdict: ['not_binary'],
    }),
  ),
  trap('prices_missing', '6.2', 'Closed without outcome prices.', 'no_outcome', (kit) =>
    thin(kit, {
      patch: { outcomePrices: undefined },
      verdict: ['no_outcome', 'not_binary'],
    }),
  ),
  trap(
    'prices_nan',
    'issue',
    'Outcome prices that say NaN.',
    'no_outcome',
    (kit) =>
      thin(kit, {
        patch: prices('NaN', 'NaN'),
        verdict: ['no_outcome', 'malformed_record', 'not_binary'],
      }),
    NOT_SMALL,
  ),
  trap(
    'prices_outside',
    'issue',
    'Outcome prices above 1 and below 0.',
    'no_outcome',
    (kit) =>
      thin(kit, {
        patch: prices('1.2', '-0.2'),
        verdict: ['no_outcome', 'malformed_record', 'not_binary'],
      }),
    NOT_SMALL,
  ),
  trap(
    'lists_not_in_text',
    '5.1',
    'Outcomes as a list, not as text that holds one.',
    'malformed_record',
    (kit) => thin(kit, { patch: { outcomes: ['Yes', 'No'] }, verdict: ['malformed_record'] }),
  ),
  trap(
    'broken_outcomes',
    'issue',
    'A JSON list of outcomes that was cut off.',
    'not_binary',
    (kit) => thin(kit, { patch: { outcomes: '["Yes", "N' }, verdict: ['not_binary', 'malformed_record'] }),
    NOT_SMALL,
  ),
  trap(
    'tokens_as_numbers',
    'issue',
    'Token ids as JSON numbers, which a double would round.',
    'not_binary',
    (kit) =>
      thin(kit, {
        patch: { clobTokenIds: `[${'7'.repeat(77)}, ${'8'.repeat(77)}]` },
        verdict: ['not_binary', 'malformed_record'],
      }),
    NOT_SMALL,
  ),
  trap(
    'broken_prices',
    'issue',
    'A JSON list of outcome prices that was cut off.',
    'no_outcome',
    (kit) =>
      thin(kit, {
        patch: { outcomePrices: '["0", "1' },
        verdict: ['no_outcome', 'malformed_record', 'not_binary'],
      }),
    NOT_SMALL,
  ),
  trap(
    'second_protocol',
    '5.1',
    'positionIds instead of tokens and a 31-byte condition id.',
    'not_binary',
    (kit) =>
      liquid(kit, {
        open: secondsOf('2026-11-03', '10:00:00'),
        close: secondsOf('2026-11-20', '10:00:00'),
        patch: {
          clobTokenIds: undefined,
          positionIds: jsonList(['4'.repeat(76), '5'.repeat(76)]),
          umaResolutionStatus: undefined,
          resolutionStatus: 'resolved',
          version: 'v2',
          conditionId: `0x${kit.random.hex(62)}`,
        },
        verdict: ['not_binary'],
      }),
  ),
  trap(
    'placeholder_leg',
    '5.1',
    'An inactive leg of a negRisk group with prices 0.5 and 0.5.',
    ['kept', 'unlisted'],
    (kit) =>
      draftEvent(
        [
          liquid(kit),
          liquid(kit, {
            rows: 0,
            usd: 0,
            patch: { active: false, ...prices('0.5', '0.5'), volume: '0', volumeNum: 0, negRiskOther: true },
            verdict: ['unlisted'],
          }),
        ],
        { negRisk: true },
      ),
  ),
  trap('archived', '2.1', 'An archived market, which keyset never lists.', 'unlisted', (kit) =>
    thin(kit, { patch: { archived: true }, verdict: ['unlisted'] }),
  ),
  ...labelTrap('team_labels', 'Team names as outcomes.', ['Velmaria Herons', 'Ostrathos Otters']),
  ...labelTrap('up_down', 'Up and Down as outcomes.', ['Up', 'Down']),
  ...labelTrap('over_under', 'Over and Under as outcomes.', ['Over', 'Under']),
  ...labelTrap('labels_swapped', 'No before Yes.', ['No', 'Yes']),
  ...labelTrap('labels_in_capitals', 'YES and NO in capitals.', ['YES', 'NO']),
  trap('old_resolution_row', '2.7', 'A resolution row with a price instead of payouts.', 'kept', (kit) =>
    liquid(kit, { oldResolution: true }),
  ),
];

function labelTrap(name: string, doc: string, labels: readonly string[]): Trap[] {
  return [trap(name, '5.1', doc, 'labels', (kit) => liquid(kit, { labels, verdict: ['labels'] }))];
}
