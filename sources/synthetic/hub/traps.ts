import type { HubRecord } from './record.js';

/** What a trap row changes in the record that the rows of its trap share. */
type Change = (shared: HubRecord) => Partial<HubRecord>;

/** One row of a trap. */
export interface TrapRow {
  split: string;
  /** The rule that drops it, or `kept`. */
  expect: string;
  change: Change;
  /** Whether it has the qid of the trap's first row; otherwise each row has its own. */
  sharesQid?: boolean;
}

/** A peculiarity of the real files, planted in one or more rows that are otherwise the same record. */
export interface Trap {
  name: string;
  rows: readonly TrapRow[];
  /** Other readers refuse the whole file: left out of the largest world, which is compared with them. */
  isUnreadableElsewhere?: true;
}

const row = (split: string, expect: string, change: Change | Partial<HubRecord> = {}): TrapRow => ({
  split,
  expect,
  change: typeof change === 'function' ? change : () => change,
});
const one = (name: string, split: string, expect: string, change: Change | Partial<HubRecord>): Trap => ({
  name,
  rows: [row(split, expect, change)],
});
const textOf = (cell: HubRecord['answer']): string => String(cell);
const shouted = (cell: HubRecord['answer']): string =>
  `  ${textOf(cell).toUpperCase().replaceAll(' ', '  ')}`;

const MISSING: readonly Trap[] = [
  one('no qid', 'train', 'missing_field', { qid: null }),
  one('empty qid', 'test', 'missing_field', { qid: '' }),
  one('no title', 'train', 'missing_field', { question_title: '' }),
  one('no background', 'train', 'missing_field', { background: '' }),
  one('no criteria', 'train', 'missing_field', { resolution_criteria: null }),
  one('no answer type', 'train', 'missing_field', { answer_type: '' }),
  one('null answer', 'train', 'missing_field', { answer: null }),
  one('empty answer', 'test', 'missing_field', { answer: '' }),
  one('blank answer', 'train', 'missing_field', { answer: '   ' }),
  one('no resolution date', 'train', 'missing_field', { resolution_date: '' }),
  one('no prompt', 'train', 'missing_field', { prompt_without_retrieval: '' }),
  one('no address', 'train', 'kept', { url: '', news_source: '', data_source: '' }),
  one('no start', 'train', 'kept', { question_start_date: '' }),
  one('no article', 'test', 'kept', { article_publish_date: '', article_title: '', article_maintext: '' }),
];

const DATES: readonly Trap[] = [
  one('a word as date', 'train', 'bad_date', { resolution_date: 'soon' }),
  one('30 February', 'test', 'bad_date', { resolution_date: '2025-02-30' }),
  one('month 13', 'train', 'bad_date', { resolution_date: '2024-13-01' }),
  one('a slashed start', 'train', 'bad_date', { question_start_date: '2024/03/01' }),
  one('an article of day 0', 'train', 'bad_date', { article_publish_date: '2024-05-00' }),
  one('a date with a clock', 'train', 'kept', (shared) => ({
    resolution_date: `${textOf(shared.resolution_date)} 00:00:00`,
  })),
  one('start after resolution', 'train', 'dates_out_of_order', {
    resolution_date: '2024-02-29',
    question_start_date: '2024-03-01',
  }),
  one('start on the day of resolution', 'test', 'kept', (shared) => ({
    question_start_date: shared.resolution_date,
  })),
];

const ANSWERS_IN_TITLES: readonly Trap[] = [
  one('answer in the title', 'train', 'answer_in_question', (shared) => ({
    question_title: `Who follows ${textOf(shared.answer)} as the first of the row?`,
  })),
  one('answer in the title, in capitals and spaced', 'test', 'answer_in_question', (shared) => ({
    question_title: `Who follows ${shouted(shared.answer)}, the first of the row?`,
  })),
  one('answer as a part of a word', 'train', 'kept', {
    answer: 'Velm',
    question_title: 'Which land signs after Velmark did?',
  }),
  one('number inside a number', 'train', 'kept', {
    answer: '35',
    question_title: 'How many seats follow a share of 35.8?',
  }),
];

const NUMBERS: readonly Trap[] = [
  '42',
  '1,250',
  '-3.5',
  '\u22127',
  '86%',
  '10-12',
  'about 34',
  '1,00',
  'GenZ 212',
].map((answer) => one(`answer ${answer}`, 'train', 'kept', { answer, answer_type: 'number' }));

const COPIES: readonly Trap[] = [
  {
    name: 'train copy of a test qid',
    rows: [row('test', 'kept'), { ...row('train', 'duplicate'), sharesQid: true }],
  },
  {
    name: 'train copy of a validation text',
    rows: [
      row('validation', 'kept'),
      row('train', 'duplicate', (shared) => ({ question_title: shouted(shared.question_title) })),
    ],
  },
  { name: 'test copy of a validation text', rows: [row('validation', 'kept'), row('test', 'duplicate')] },
  {
    name: 'train copy of a later split',
    rows: [row('aljazeeraLate2025', 'kept'), row('train', 'duplicate')],
  },
  { name: 'two copies in train', rows: [row('train', 'kept'), row('train', 'duplicate')] },
  {
    name: 'another apostrophe',
    rows: [
      row('test', 'kept', { answer: 'Denn N\u2019Kanha' }),
      row('train', 'duplicate', { answer: "Denn N'Kanha" }),
    ],
  },
  {
    name: 'one title, two answers',
    rows: [row('train', 'kept'), row('train', 'kept', { answer: 'Another answer' })],
  },
  {
    name: 'one word changed between splits',
    rows: [
      row('test', 'kept', { question_title: longTitle('Ostrakan'), answer: 'Kelda Fenn' }),
      row('train', 'kept', { question_title: longTitle('Velmaria'), answer: 'Kelda Fenn' }),
    ],
  },
];

const TEXTS: readonly Trap[] = [
  one('letters of many scripts', 'train', 'kept', {
    answer: '\u201c\u00dcn\u00efc\u00f6d\u00e9\u201d \u2014 \u65e5\u672c \u{1f9ea}',
  }),
  one('line breaks and marks of direction', 'train', 'kept', {
    background: 'First line.\r\nSecond\u2028third.\t\u202bright to left\u202c\ufeff',
  }),
  one('a byte order mark', 'train', 'kept', { resolution_criteria: '\ufeff<ul><li>Marked.</li></ul>' }),
  one('a very long background', 'train', 'kept', { background: 'A long story, told again. '.repeat(2_000) }),
  one('answer in the background', 'train', 'kept', (shared) => ({
    background: `Last year it was ${textOf(shared.answer)}.`,
  })),
  one('answer in the criteria', 'test', 'kept', (shared) => ({
    resolution_criteria: `<p>Resolves as <b>${textOf(shared.answer)}</b> where the register says so.</p>`,
  })),
  {
    ...one('bytes that are no text', 'train', 'malformed_record', {
      background: Uint8Array.from([0x41, 0xff, 0xfe, 0x42]),
    }),
    isUnreadableElsewhere: true,
  },
];

/** Every trap of a world. */
export const TRAPS: readonly Trap[] = [
  ...MISSING,
  ...DATES,
  ...ANSWERS_IN_TITLES,
  ...NUMBERS,
  ...COPIES,
  ...TEXTS,
];

/**
 * The traps of the fixture: every one, and twice more those of missing fields, whose rows are dropped: with them the one
 * malformed record is less than 1 % of the records, and they take no room in the table.
 */
export const FIXTURE_TRAPS: readonly Trap[] = [
  ...TRAPS,
  ...['second', 'third'].flatMap((copy) =>
    MISSING.filter(({ rows }) => rows.every(({ expect }) => expect !== 'kept')).map((trap) => ({
      ...trap,
      name: `${trap.name}, ${copy} copy`,
    })),
  ),
];

function longTitle(place: string): string {
  return `Who will be named the next keeper of the tidal archive in ${place} at the end of the spring session of 2025?`;
}
