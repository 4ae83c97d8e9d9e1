import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legacyTradesPage, readTrade, type TradesVersion, tradesPage } from '../../schemas/wire/data-api.js';
import { TradeScanner } from '../../schemas/wire/trade-scan.js';
import { TradeRowReader } from '../../sources/trade-rows.js';

const VERSIONS = ['v2', 'v1'] as const;
const NAMES = { v2: ['token_id', 'condition_id'], v1: ['asset', 'conditionId'] } as const;

/** What a page holds by JSON.parse, zod and readTrade alone; `refused` where one of them throws. */
function expected(body: Uint8Array, version: TradesVersion): unknown {
  return outcome(() => {
    const page: unknown = JSON.parse(Buffer.from(body).toString());
    const rows = version === 'v2' ? tradesPage.parse(page).data : legacyTradesPage.parse(page);
    return rows.map((raw) => ({ raw: JSON.stringify(raw), trade: readTrade(raw, version) }));
  });
}

function actual(reader: TradeRowReader, body: Uint8Array): unknown {
  return outcome(() => reader.rows(body).map(({ raw, trade }) => ({ raw: JSON.stringify(raw), trade })));
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '","size":9,"',
    '}',
    '},{',
    ']',
    '\n',
    '\u2028',
    'ü',
    '🂡',
    '"data":[]',
  ),
);
const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.integer().map(String),
  fc.constantFrom(
    '-0',
    '1E3',
    '1e-7',
    '1e999',
    '-1e999',
    '0.1e+2',
    '9007199254740993',
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
  ),
);
/** JSON texts, and a few that are none. */
const scalar = fc.oneof(
  numberText,
  numberText.map((number) => `"${number}"`),
  text.map((value) => JSON.stringify(value)),
  fc.constantFrom('true', 'false', 'null', '"\\u0041"', '"\\/"', '"\\x"', '"a\tb"', '"', 'nul'),
);
const value = fc.oneof(
  { weight: 9, arbitrary: scalar },
  { weight: 1, arbitrary: fc.jsonValue().map((json) => JSON.stringify(json)) },
);
const blank = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  fc.constantFrom(' ', '\n', '\t', '\ufeff'),
);

/** Mostly the value that the host sends, so that the scanner's own way is taken often. */
const mostly = (good: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: value });
const members = (version: TradesVersion) =>
  fc.tuple(
    ...NAMES[version].map((name) => mostly(fc.constantFrom('"7"', '"0xab"')).map((v) => `"${name}":${v}`)),
    mostly(fc.nat().map(String)).map((v) => `"timestamp":${v}`),
    ...['size', 'price'].map((name) => mostly(numberText).map((v) => `"${name}":${v}`)),
  );
const others = fc.array(
  fc
    .tuple(
      fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom('title', 'bio', 'icon', 'outcome_index', '__proto__', '1') },
        { weight: 1, arbitrary: fc.constantFrom('size', 'token_id', 'asset', 'si\\u007ae', 'a b', 'ü', '') },
      ),
      fc.oneof(
        { weight: 9, arbitrary: text.map((one) => JSON.stringify(one)) },
        { weight: 1, arbitrary: value },
      ),
    )
    .map(([key, one]) => `"${key}":${one}`),
  { maxLength: 4 },
);
const known = (version: TradesVersion) =>
  fc.tuple(members(version), others, fc.nat(99), blank).chain(([five, more, dropped, space]) =>
    fc
      .shuffledSubarray([...five, ...more], { minLength: five.length + more.length })
      .map((all) => (dropped === 0 ? all.slice(1) : all))
      .map((all) => `{${space}${all.join(',')}}`),
  );
const rows = (version: TradesVersion) =>
  fc.oneof(
    // Rows of one shape, as the host sends them, and rows of any shape.
    fc.tuple(known(version), fc.nat(4)).map(([row, times]) => Array.from({ length: times + 1 }, () => row)),
    fc.array(fc.oneof({ weight: 9, arbitrary: known(version) }, { weight: 1, arbitrary: value }), {
      maxLength: 4,
    }),
  );
const tail = fc.oneof(
  { weight: 9, arbitrary: fc.constant(',"pagination":{"limit":1,"has_more":true,"next_cursor":"x"}}') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ',"pagination":{"next_cursor":null},"data":[]}',
      ',"pagination":{"next_cursor":null},"d\\u0061ta":[{"size":1}]}',
      ',"pagination":{}}',
      ',"pagination":{"next_cursor":null}} x',
      '}',
      '',
    ),
  },
);
const page = (version: TradesVersion) =>
  fc
    .tuple(rows(version), tail, blank, blank)
    .map(([all, end, before, between]) =>
      version === 'v2'
        ? `${before}{"data":[${all.join(`,${between}`)}]${end}`
        : `${before}[${all.join(',')}]${between}`,
    );

describe.each(VERSIONS)('TradeRowReader of %s', (version) => {
  it('reads what JSON.parse and readTrade read, page after page', () => {
    fc.assert(
      fc.property(fc.array(page(version), { minLength: 1, maxLength: 3 }), (pages) => {
        const reader = new TradeRowReader(version);
        for (const body of pages.map((one) => Buffer.from(one)))
          expect(actual(reader, body)).toEqual(expected(body, version));
      }),
      { numRuns: 1500 },
    );
  });

  it('reads them from bytes that are no UTF-8 too', () => {
    fc.assert(
      fc.property(
        page(version),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 3 }),
        (one, at, noise) => {
          const body = Buffer.from(one);
          body.set(noise.subarray(0, body.length), at % Math.max(1, body.length - noise.length + 1));
          expect(actual(new TradeRowReader(version), body)).toEqual(expected(body, version));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('TradeScanner', () => {
  const row = (size: string, title: string) =>
    `{"title":${title},"token_id":"7","condition_id":"0xab","size":${size},"price":0.5,"timestamp":9}`;
  const scan = (data: string, end = ',"pagination":{"next_cursor":null}}') =>
    new TradeScanner('v2').scan(Buffer.from(`{"data":[${data}]${end}`));
  const trade = (size: number) => ({ token: '7', condition: '0xab', size, price: 0.5, timestamp: 9 });

  it('reads flat rows whatever the texts in them hold, and gives the page without them', () => {
    const rows = [
      row('1.5', '"say \\"no\\",\\"size\\":9"'),
      row('2e2', '"}],{"'),
      row('0.21999995306666104', '""'),
    ];
    const scanned = scan(rows.join(','));
    expect(scanned?.rows.map((one) => one.trade)).toEqual([
      trade(1.5),
      trade(200),
      trade(0.21999995306666104),
    ]);
    expect(scanned?.envelope).toBe('{"data":[],"pagination":{"next_cursor":null}}');
  });

  it('reads every row of a page, wherever rows begin and end in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { minLength: 100, maxLength: 300 }), (lengths) => {
        const rows = lengths.map((length, index) => row(String(index), JSON.stringify('ü'.repeat(length))));
        const body = Buffer.from(`{"data":[${rows.join(',')}],"pagination":{"next_cursor":null}}`);
        const scanned = new TradeScanner('v2').scan(body);
        expect(scanned?.rows.map((one) => one.trade)).toEqual(lengths.map((_, index) => trade(index)));
        expect(scanned?.rows.map(({ raw }) => JSON.stringify(raw))).toEqual(rows);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves a page with a very long row to JSON.parse', () => {
    const long = row('2', JSON.stringify('x'.repeat(100_000)));
    expect(scan(`${row('1', '""')},${long}`)).toBeUndefined();
    const body = Buffer.from(`{"data":[${long}],"pagination":{"next_cursor":null}}`);
    expect(new TradeRowReader('v2').rows(body).map((one) => one.trade)).toEqual([trade(2)]);
  });

  it('goes on where the keys of a row are others', () => {
    const short = row('2', '""').replace('"title":"",', '');
    expect(scan(`${row('1', '""')},${short}`)?.rows.map((one) => one.trade)).toEqual([trade(1), trade(2)]);
  });

  it.each([
    ['a number as text', row('"1"', '""')],
    ['a number beyond all doubles', row('1e999', '""')],
    ['a nested value', row('1', '[]')],
    ['a repeated key', row('1,"size":2', '""')],
    ['a blank', row(' 1', '""')],
    ['a missing field', row('1', '""').replace('"price":0.5,', '')],
    ['no row', ''],
  ])('leaves a page with %s to JSON.parse', (_, data) => {
    expect(scan(data)).toBeUndefined();
  });

  it.each([',"data":[]}', ',"d\\u0061ta":[]}'])(
    'leaves a page with a second list to JSON.parse: %s',
    (end) => {
      expect(scan(row('1', '""'), end)).toBeUndefined();
    },
  );
});
