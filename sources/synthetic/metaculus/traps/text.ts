import { utcDay } from '../../../../common/time.js';
import { DAY } from '../clock.js';
import type { QuestionModel, QuestionTexts } from '../model.js';
import type { Trap } from '../trap.js';

/** A long date in English, such as `May 16, 2022`, of a day while the question was open. */
function longDay({ schedule }: QuestionModel): string {
  return new Date((schedule.openAt + 2 * DAY) / 1000).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/** The question with a text added to one of its texts. */
const adding =
  (field: keyof QuestionTexts, text: (question: QuestionModel) => string) =>
  (question: QuestionModel): QuestionModel => {
    const { texts } = question;
    return texts
      ? { ...question, texts: { ...texts, [field]: `${texts[field]}\n\n${text(question)}`.trim() } }
      : question;
  };

const titled =
  (title: (question: QuestionModel) => string) =>
  (question: QuestionModel): QuestionModel => ({ ...question, title: title(question) });

const CHANGED: readonly Trap[] = [
  {
    name: 'criteria_prior_to',
    about: 'Criteria changed: the former criteria are kept under a date.',
    kind: 'binary',
    copies: { small: 2, full: 10, large: 100 },
    question: adding('finePrint', (q) => `Resolution criteria prior to ${longDay(q)}: any register counts.`),
  },
  {
    name: 'criteria_edit_note',
    about: 'Criteria changed: an edit note with a date.',
    kind: 'binary',
    question: adding(
      'resolutionCriteria',
      (q) => `Edit ${utcDay(q.schedule.openAt + DAY)}: reports in print count too.`,
    ),
  },
  {
    name: 'criteria_update_note',
    about: 'Criteria changed: an update note with a date.',
    kind: 'numeric',
    question: adding('description', (q) => `[Updated on ${longDay(q)}] The count now includes river ports.`),
  },
  {
    name: 'criteria_correction_note',
    about: 'Criteria changed: a correction with a date.',
    kind: 'date',
    question: adding(
      'finePrint',
      (q) => `Correction (${longDay(q)}): the day of signing counts, not that of printing.`,
    ),
  },
  {
    name: 'criteria_originally',
    about: 'Criteria changed: what the question asked at first.',
    kind: 'binary',
    question: adding('finePrint', () => 'This question originally asked for the second report.'),
  },
  {
    name: 'criteria_were_changed',
    about: 'Criteria changed, and the text says so.',
    kind: 'binary',
    question: adding(
      'resolutionCriteria',
      (q) => `The criteria were changed on ${longDay(q)} to name one source.`,
    ),
  },
  {
    name: 'criteria_innocent_update',
    about: 'Not changed: forecasters are invited to update.',
    kind: 'binary',
    question: adding(
      'description',
      () => 'Forecasters may update their predictions whenever a bulletin is updated.',
    ),
  },
  {
    name: 'criteria_innocent_prior_to',
    about: 'Not changed: a deadline that reads `prior to`.',
    kind: 'binary',
    question: adding(
      'resolutionCriteria',
      (q) => `The treaty must be signed prior to ${longDay(q)} to count.`,
    ),
  },
  {
    name: 'criteria_innocent_criteria',
    about: 'Not changed: the text speaks of criteria and an edition.',
    kind: 'binary',
    question: adding(
      'finePrint',
      () => 'These resolution criteria follow the third edition of the register.',
    ),
  },
  {
    name: 'options_history',
    about: 'Options changed while the question was open.',
    kind: 'multiple_choice',
    shape: 'new',
    question: (question) => ({
      ...question,
      optionsHistory: [
        [utcDay(question.schedule.openAt), question.options?.slice(0, -1) ?? []],
        [utcDay(question.schedule.openAt + 3 * DAY), question.options ?? []],
      ],
    }),
  },
  {
    name: 'options_history_binary',
    about: 'An options_history of two entries on a yes/no question, from a conversion.',
    kind: 'binary',
    shape: 'new',
    question: (question) => ({
      ...question,
      optionsHistory: [
        [utcDay(question.schedule.openAt), ['Yes', 'No', 'Other']],
        [utcDay(question.schedule.openAt + DAY), ['Yes', 'No']],
      ],
    }),
  },
];

const HOSTILE: readonly Trap[] = [
  {
    name: 'title_unicode',
    about: 'Letters, signs and emoji beyond Latin, in composed and decomposed form.',
    kind: 'binary',
    question: titled(({ title }) => `Ω-Prüfung „${title}“ – 東京, العربية, é and e\u0301, 🦉?`),
  },
  {
    name: 'title_right_to_left',
    about: 'Characters that turn the direction of text.',
    kind: 'binary',
    question: titled(({ title }) => `\u202e${title}\u202c\u2066(${title.length})\u2069`),
  },
  {
    name: 'title_html',
    about: 'Markup and script.',
    kind: 'binary',
    question: titled(
      ({ title }) =>
        `</script><script>alert("${title.length}")</script><img src=x onerror=alert(1)> ${title}`,
    ),
  },
  {
    name: 'title_markdown',
    about: 'Table cells, links, headings and backticks.',
    kind: 'binary',
    question: titled(
      ({ title }) => `| ${title} | [x](javascript:alert(1)) |\n|---|---|\n# heading \`code\` **bold**`,
    ),
  },
  {
    name: 'title_control',
    about: 'Control characters, NUL among them, and line separators.',
    kind: 'binary',
    question: titled(({ title }) => `\u0000\u0001\u001b[31m${title}\u0007\u2028\u2029\ufeff\r\n\t`),
  },
  {
    name: 'title_formula',
    about: 'Starts like a spreadsheet formula.',
    kind: 'numeric',
    question: titled(({ title }) => `=HYPERLINK("http://invalid.example/";"${title}")`),
  },
  {
    name: 'title_path_like',
    about: 'A title, slug and label that read like paths.',
    kind: 'binary',
    question: (question) => ({
      ...question,
      title: `../../${question.id}/.. ${question.title}`,
      label: '../../etc',
    }),
    wirePost: (record) => ({ ...record, slug: '../../../etc/passwd' }),
  },
  {
    name: 'title_empty_texts',
    about: 'Criteria and fine print are empty; there is a background.',
    kind: 'binary',
    question: (question) => ({
      ...question,
      texts: question.texts && { ...question.texts, resolutionCriteria: '', finePrint: '' },
    }),
  },
  {
    name: 'text_200_kb',
    about: 'A background of 200 kB.',
    kind: 'binary',
    copies: { small: 1, full: 3, large: 10 },
    question: (question) => {
      const { texts } = question;
      const long = 'The river rose by a hand again. '.repeat(6400);
      return { ...question, texts: texts && { ...texts, description: long } };
    },
  },
  {
    name: 'text_lone_surrogate',
    about: 'Half of a surrogate pair, which is no Unicode text.',
    kind: 'binary',
    copies: { small: 1, full: 2, large: 5 },
    question: adding('description', () => 'Cut off here: \ud83e'),
  },
  {
    name: 'same_text',
    about: 'Pairs of questions with the same title, but for case and blanks.',
    kind: 'binary',
    copies: { small: 2, full: 12, large: 100 },
    question: (question, { copy }) => {
      const title = `Will the bridge of Ostrullmere carry its ${2 + Math.floor(copy / 2)}00th convoy this year?`;
      return { ...question, title: copy % 2 === 0 ? title : `  ${title.toUpperCase()} ` };
    },
  },
];

/** Changed criteria in several wordings, innocent wordings, and texts that break careless writers. */
export const TEXT_TRAPS: readonly Trap[] = [...CHANGED, ...HOSTILE];
