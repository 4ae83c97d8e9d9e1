import type { Trade } from './model.js';

const UNIT = 1_000_000;
/** A product this near to half a micro-dollar would round differently in different arithmetic. */
const TIE_MARGIN = 0.02;

/** What a trade is made from; the rest follows. */
export interface TradeInput {
  at: number;
  token?: Trade['token'];
  side?: Trade['side'];
  sizeMicros: number;
  priceMicros: number;
  dustPico?: number;
  wallet?: number;
  transaction: string;
  role?: Trade['role'];
  counted?: boolean;
  wire?: Readonly<Record<string, string>>;
}

/**
 * A trade whose cash is the same in any arithmetic: where size x price is too near to a tie, the size grows by its
 * own last digit until it is not.
 */
export function makeTrade(input: TradeInput): Trade {
  const { priceMicros, dustPico = 0, role = 'taker' } = input;
  const step = lastDigit(input.sizeMicros);
  let sizeMicros = input.sizeMicros;
  while (nearTie(rest(sizeMicros, priceMicros, dustPico))) sizeMicros += step;
  const usdMicros =
    Math.floor(sizeMicros / UNIT) * priceMicros + Math.round(rest(sizeMicros, priceMicros, dustPico));
  return {
    at: input.at,
    token: input.token ?? 'yes',
    side: input.side ?? 'BUY',
    sizeMicros,
    priceMicros,
    dustPico,
    usdMicros,
    wallet: input.wallet ?? 1,
    transaction: input.transaction,
    role,
    counted: input.counted ?? role === 'taker',
    ...(input.wire ? { wire: input.wire } : {}),
  };
}

/** Micro-dollars beyond those of the whole shares, with their fraction. */
function rest(sizeMicros: number, priceMicros: number, dustPico: number): number {
  return ((sizeMicros % UNIT) * priceMicros) / UNIT + (sizeMicros / UNIT) * (dustPico / UNIT);
}

function nearTie(value: number): boolean {
  return Math.abs(value - Math.floor(value) - 0.5) < TIE_MARGIN;
}

/** The unit of the last digit that the size uses: a share, a hundredth or a millionth. */
function lastDigit(sizeMicros: number): number {
  if (sizeMicros % UNIT === 0) return UNIT;
  return sizeMicros % 10_000 === 0 ? 10_000 : 1;
}

/** The YES price of a trade in micro-dollars. */
export function yesMicros(trade: Trade): number {
  return trade.token === 'yes' ? trade.priceMicros : UNIT - trade.priceMicros;
}

/** JSON number text of a price: an integer where it is whole, up to twelve decimals where it is an average. */
export function priceText(trade: Trade): string {
  if (trade.dustPico === 0) return String(trade.priceMicros / UNIT);
  const pico = BigInt(trade.priceMicros) * 1_000_000n + BigInt(trade.dustPico);
  return `0.${String(pico).padStart(12, '0').replace(/0+$/, '')}`;
}

/** JSON number text of a size: an integer where it is whole. */
export function sizeText(trade: Trade): string {
  return String(trade.sizeMicros / UNIT);
}
