import { sha256OfJson } from '../../common/hash.js';
import { finiteNumber, toMicros } from '../../common/micros.js';
import { parseInstant } from '../../common/time.js';
import type { ListingRow } from '../../schemas/polybench.js';
import { type GammaMarket, priceList, textList } from '../../schemas/wire/gamma.js';
import type { ListedRecord } from '../../sources/gamma.js';

/**
 * Types a listed market. What cannot be read becomes null, and the rule over that field drops the market; text that
 * upstream leaves out is the empty text (CONTRACT 4).
 */
export function listingRow({ market, pageSha256, index }: ListedRecord): ListingRow {
  const tags = tagLabels(market);
  return {
    market_id: market.id,
    condition_id: market.conditionId,
    event_id: market.events?.[0]?.id ?? null,
    slug: market.slug ?? '',
    question: market.question ?? '',
    description: market.description ?? '',
    category: firstText(market.category, market.events?.[0]?.category, tags[0]),
    tags,
    outcomes: textList(market.outcomes) ?? null,
    outcome_prices: priceList(market.outcomePrices) ?? null,
    token_ids: tokenIds(market) ?? null,
    closed: market.closed,
    closed_at: instantOrNull(market.closedTime),
    opened_at: instantOrNull(market.startDate),
    end_date: instantOrNull(market.endDate),
    volume_micros: listedVolume(market.volumeNum),
    neg_risk: market.negRisk === true,
    record_sha256: sha256OfJson(market),
    page_sha256: pageSha256,
    page_index: index,
  };
}

/** Labels in upstream order; a market that is listed without tags has none. */
function tagLabels(market: GammaMarket): string[] {
  const labels = market.tags?.map((tag) => tag.label) ?? [];
  return labels.filter((label): label is string => typeof label === 'string' && label !== '');
}

function tokenIds(market: GammaMarket): string[] | undefined {
  const tokens = textList(market.clobTokenIds);
  return tokens?.every((token) => /^\d+$/.test(token)) ? tokens : undefined;
}

function firstText(...texts: (string | null | undefined)[]): string | null {
  return texts.find((text) => typeof text === 'string' && text !== '') ?? null;
}

function instantOrNull(text: string | null | undefined): number | null {
  return typeof text === 'string' ? (parseInstant(text) ?? null) : null;
}

/** Null where it is missing or too large to order by exactly. */
function listedVolume(value: unknown): number | null {
  const volume = finiteNumber(value);
  return volume === undefined || Math.abs(volume) > 1e9 ? null : toMicros(volume);
}
