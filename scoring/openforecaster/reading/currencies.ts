/** A currency and how it is written. */
export interface Currency {
  /** Lower-case code, which may stand before or behind the number. */
  code: string;
  /** Signs, which may stand on either side. */
  signs: readonly string[];
  /** Names, singular, which stand behind. A name that several currencies share belongs to none of them. */
  names: readonly string[];
}

/** The currencies of which quantities may be. `¥` stands for two of them, `pound` for one and for a mass. */
export const CURRENCIES: readonly Currency[] = [
  { code: 'usd', signs: ['$', 'us$'], names: ['dollar', 'us dollar', 'u.s. dollar', 'american dollar'] },
  { code: 'eur', signs: ['€'], names: ['euro'] },
  { code: 'gbp', signs: ['£'], names: ['pound sterling', 'british pound', 'sterling'] },
  { code: 'jpy', signs: ['jp¥'], names: ['yen', 'japanese yen'] },
  { code: 'cny', signs: ['cn¥'], names: ['yuan', 'chinese yuan', 'renminbi', 'rmb'] },
  { code: 'inr', signs: ['₹'], names: ['rupee', 'indian rupee'] },
  { code: 'krw', signs: ['₩'], names: ['korean won'] },
  { code: 'rub', signs: ['₽'], names: ['ruble', 'rouble', 'russian ruble', 'russian rouble'] },
  { code: 'try', signs: ['₺'], names: ['lira', 'turkish lira'] },
  { code: 'btc', signs: ['₿'], names: ['bitcoin'] },
  { code: 'cad', signs: ['c$', 'ca$'], names: ['canadian dollar'] },
  { code: 'aud', signs: ['a$', 'au$'], names: ['australian dollar'] },
  { code: 'hkd', signs: ['hk$'], names: [] },
  { code: 'sgd', signs: ['s$'], names: ['singapore dollar'] },
  { code: 'nzd', signs: ['nz$'], names: [] },
  { code: 'mxn', signs: ['mx$'], names: ['mexican peso'] },
  { code: 'brl', signs: ['r$'], names: ['brazilian real', 'reais', 'brazilian reais'] },
  { code: 'chf', signs: [], names: ['swiss franc'] },
  { code: 'sek', signs: [], names: ['swedish krona', 'swedish kronor'] },
  { code: 'nok', signs: [], names: ['norwegian krone', 'norwegian kroner'] },
  { code: 'dkk', signs: [], names: ['danish krone', 'danish kroner'] },
  { code: 'zar', signs: [], names: ['rand', 'south african rand'] },
  { code: 'pln', signs: [], names: ['zloty', 'polish zloty'] },
];

/** Currencies that share a sign or a name: it equals each of them. */
export const SHARED_CURRENCY_NAMES: readonly Currency[] = [
  { code: '¥', signs: ['¥'], names: [] },
  { code: 'pound', signs: [], names: ['pound'] },
];
