import { z } from 'zod';
import { finiteNumber } from '../../common/micros.js';

/** Text, or missing in one of the two ways that Gamma knows. */
const optionalText = z.string().nullish();

/** A number that Gamma sends as int, float or numeric text. */
const looseNumber = z.unknown().refine((value) => finiteNumber(value) !== undefined, 'is no finite number');

const event = z.object({
  id: z.string().min(1),
  category: optionalText,
});

/**
 * One market of Gamma's listing: the fields that the dataset rests on, typed as the host sends them. Lists come as JSON
 * inside a text (`"[\"Yes\", \"No\"]"`) and are read by `textList`, so that a broken one spoils its own rule alone;
 * dates are texts for the same reason. Unknown fields are ignored: Gamma adds some every few weeks.
 */
export const gammaMarket = z.object({
  id: z.string().regex(/^\d+$/, 'is no decimal id'),
  conditionId: z.string().regex(/^0x[0-9a-fA-F]+$/, 'is no hexadecimal id'),
  slug: optionalText,
  question: optionalText,
  description: optionalText,
  category: optionalText,
  closed: z.boolean(),
  outcomes: optionalText,
  outcomePrices: optionalText,
  clobTokenIds: optionalText,
  closedTime: optionalText,
  startDate: optionalText,
  endDate: optionalText,
  volumeNum: looseNumber.nullish(),
  negRisk: z.boolean().nullish(),
  events: z.array(event).nullish(),
  tags: z.array(z.object({ label: optionalText })).nullish(),
});

export type GammaMarket = z.infer<typeof gammaMarket>;

/** One page of `GET /markets/keyset`; `next_cursor` is absent on the last. Records are checked one by one. */
export const gammaPage = z.object({
  markets: z.array(z.unknown()),
  next_cursor: optionalText,
});

/**
 * A list of texts inside a JSON text; undefined where it is missing, no JSON, or holds anything but texts. Numbers are
 * refused and not converted: token ids have 77 digits, and a double would round them to another token.
 */
export function textList(json: string | null | undefined): string[] | undefined {
  const parsed = z.array(z.string()).safeParse(unwrap(json));
  return parsed.success ? parsed.data : undefined;
}

/** A list of prices inside a JSON text, each a decimal text or a number; undefined where one is neither. */
export function priceList(json: string | null | undefined): number[] | undefined {
  const parsed = z.array(z.unknown()).safeParse(unwrap(json));
  if (!parsed.success) return undefined;
  const prices = parsed.data.map(finiteNumber).filter((price) => price !== undefined);
  return prices.length === parsed.data.length ? prices : undefined;
}

function unwrap(json: string | null | undefined): unknown {
  if (json === null || json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
