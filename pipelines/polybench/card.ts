import type { CardText } from '../dataset.js';

const TERMS =
  "Polymarket's public APIs need no key; using them and what they return is subject to Polymarket's Terms of Use (https://polymarket.com/tos), which exclude some countries. Market texts are Polymarket's.";

const SECTIONS: CardText['sections'] = [
  {
    title: 'What is inside, and what lies outside',
    body: [
      'Candidates are the closed markets whose scheduled end is not earlier than `listingSlackDays` (90) before `corpusStart`. Of these, binary markets named Yes and No are kept that closed on chain inside the corpus window, were uncertain at `window_start`, have at least `minTradeableDays` tradeable days and, from `liquidityRuleFrom` on, enough liquidity for the bankroll. An event keeps its `maxLegsPerEvent` most traded legs.',
      'Outside lie: markets without a scheduled end, or that closed more than the slack after it (the listing has no filter by actual close); archived and inactive markets, which the listing leaves out; markets of the second protocol, which have no CLOB tokens; markets with other outcome names unless `labels=any`.',
      'The exact days of the original corpus window, its band of uncertainty and its builder are not public: the values here are parameters, and the manifest holds those of each version.',
    ].join('\n\n'),
  },
  {
    title: 'How to read the history',
    body: [
      'A point dated d holds what was known at d 00:00 UTC. `price` is the first midpoint that the venue sampled within 300 seconds after that midnight. `volume` is the cash (size times price of the token that was traded, not one dollar a share) of the taker orders of UTC day d-1; a trade at exactly 00:00:00 of d counts for d+1. `liquidity` is the part of it at YES prices within 5 cents of the price, bound included; a NO trade at p counts at 1 - p. No point looks ahead.',
      'A day without a sample has no point, and no capacity. The venue missed many midnights from February to April 2026; where the NO token was sampled, the hole is filled with 1 minus its price, and `price_source` says `no_complement` (`fillGaps=false` leaves the holes). The gates of the manifest count both kinds of days.',
      'Cash is rounded to millionths of a dollar for each trade and summed in integers; prices and the band are compared in integer millionths.',
      'A tradeable day has a point, is not before `window_start` and is before `resolution_date`: on that date the outcome may be public at midnight already.',
    ].join('\n\n'),
  },
  {
    title: 'Outcome and dates',
    body: [
      'The outcome is read from the settled prices of a closed market (0.999 or more against 0.001 or less), never from the last quote, which is above one half for the winner in four of five markets only. Settlements of one half each, on a scale or without a winner are dropped by name.',
      '`trading_ends_at` is when the market closed on chain and is not known in advance. `end_date` is the scheduled end and may be shown; one market in five closes before it.',
    ].join('\n\n'),
  },
  {
    title: 'People',
    body: 'The published files hold no wallet, name, pseudonym or picture of a trader. The raw store beside them (`snapshots/`) keeps the responses as received, and so holds the wallets and public profiles of the trade tapes: do not publish it.',
  },
];

/** What the card of polybench says beyond tables and manifest. */
export const polybenchCard: CardText = {
  prettyName: 'PolyBench: resolved prediction markets with daily prices, volume and liquidity',
  summary:
    'Resolved binary Polymarket markets with their outcome and a daily history of price, traded volume and liquidity near the price, rebuilt after the card of GeneralReasoning/PolyBench. It is not the dataset of the paper of the same name (arXiv 2604.14199).',
  license: 'other',
  licenseName: 'polymarket-terms-of-use',
  terms: TERMS,
  tags: ['forecasting', 'prediction-markets', 'polymarket', 'time-series'],
  sections: SECTIONS,
};
