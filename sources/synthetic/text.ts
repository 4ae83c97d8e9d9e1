import type { Random } from './random.js';

/**
 * Invented English: every person, place, body and product here is put together from syllables and exists nowhere.
 * Texts depend on the stream alone.
 */

const HEADS =
  'Vel Tash Quor Ilm Brax Ond Zeph Myr Dral Fen Gorv Hesk Juv Klem Lorv Nex Ostr Pell Ruv Skol'.split(' ');
const MIDDLES = 'mar ven orr isk ull ath emm ond ariv eld ock anth'.split(' ');
const PLACE_TAILS = 'ia ova en os holm wick ara ine mere stad'.split(' ');
const GIVEN_TAILS = 'a o in ek ira us elle an'.split(' ');
const FAMILY_TAILS = 'sen quist berro vane lund macher dottir owitz ane ford'.split(' ');
const FIELDS = [
  'Tidal Statistics',
  'Public Ledgers',
  'Orchard Health',
  'Glacier Survey',
  'Signal Engineering',
  'Harbour Affairs',
  'Applied Weather',
  'Market Conduct',
  'Orbital Works',
  'Letters and Theatre',
];
const BODIES = ['Institute of', 'Council for', 'Office of', 'Commission on', 'Academy of', 'Bureau of'];
const GOODS = ['copper tea', 'river salt', 'blue wheat', 'lamp oil', 'glass wool', 'sea barley', 'peat coal'];
const SPORTS = ['lantern polo', 'canal rowing', 'hill curling', 'net chess', 'ice quoits'];

const stem = (random: Random): string => random.pick(HEADS) + random.pick(MIDDLES);

/** Given and family name of nobody, for example `Braxullira Fenathquist`. */
export function inventPerson(random: Random): string {
  return `${stem(random)}${random.pick(GIVEN_TAILS)} ${stem(random)}${random.pick(FAMILY_TAILS)}`;
}

/** A town or country that is on no map, for example `Velmaria`. */
export function inventPlace(random: Random): string {
  return `${stem(random)}${random.pick(PLACE_TAILS)}`;
}

/** A public body, for example `Ilmondova Institute of Tidal Statistics`. */
export function inventInstitution(random: Random): string {
  return `${inventPlace(random)} ${random.pick(BODIES)} ${random.pick(FIELDS)}`;
}

/** A company, for example `Pellarivos Works`. */
function inventCompany(random: Random): string {
  return `${inventPlace(random)} ${random.pick(['Works', 'Instruments', 'Mutual', 'Carriers', 'Foundry'])}`;
}

/** A sports team, for example `Juvockwick Herons`. */
function inventTeam(random: Random): string {
  return `${inventPlace(random)} ${random.pick(['Herons', 'Lanterns', 'Otters', 'Anvils', 'Comets'])}`;
}

/** A yes/no question that closes with a day, written `YYYY-MM-DD`. */
export function yesNoQuestion(random: Random, day: string): string {
  return random.pick([
    () => `Will the ${inventInstitution(random)} publish its ${random.int(2, 40)}th report before ${day}?`,
    () => `Will ${inventPerson(random)} be head of the government of ${inventPlace(random)} on ${day}?`,
    () =>
      `Will the ${inventTeam(random)} win the ${random.pick(SPORTS)} cup of ${inventPlace(random)} by ${day}?`,
    () =>
      `Will ${inventCompany(random)} launch its ${stem(random)}-${random.int(2, 99)} vehicle before ${day}?`,
    () =>
      `Will ${inventPlace(random)} and ${inventPlace(random)} sign a treaty on ${random.pick(GOODS)} by ${day}?`,
  ])();
}

/** A question for a quantity that is known on a day, written `YYYY-MM-DD`. */
export function quantityQuestion(random: Random, day: string): string {
  return random.pick([
    () => `What will be the price of ${random.pick(GOODS)} per crate in ${inventPlace(random)} on ${day}?`,
    () => `How many ships will the port of ${inventPlace(random)} clear between now and ${day}?`,
    () => `How many members will the ${inventInstitution(random)} report on ${day}?`,
    () =>
      `What share of votes will the party of ${inventPerson(random)} win in ${inventPlace(random)} on ${day}?`,
  ])();
}

/** A question for a date. */
export function dateQuestion(random: Random): string {
  return random.pick([
    () => `When will ${inventCompany(random)} next ship a ${stem(random)}-${random.int(2, 99)} engine?`,
    () => `When will the ${inventInstitution(random)} elect ${inventPerson(random)} to its board?`,
    () => `On what date will ${inventPlace(random)} reopen its bridge to ${inventPlace(random)}?`,
  ])();
}

/** A question with one short answer, and that answer (a person, team or place). */
export function shortAnswerQuestion(random: Random, day: string): { question: string; answer: string } {
  const kind = random.int(0, 2);
  if (kind === 0) {
    return {
      question: `Who will be named head of the ${inventInstitution(random)} by ${day}?`,
      answer: inventPerson(random),
    };
  }
  if (kind === 1) {
    return {
      question: `Which team will win the ${random.pick(SPORTS)} league of ${inventPlace(random)} by ${day}?`,
      answer: inventTeam(random),
    };
  }
  return {
    question: `Which town will host the fair of the ${inventInstitution(random)} before ${day}?`,
    answer: inventPlace(random),
  };
}

/** A few sentences of background. */
export function background(random: Random, sentences = 3): string {
  return Array.from({ length: sentences }, () => backgroundSentence(random)).join(' ');
}

function backgroundSentence(random: Random): string {
  return random.pick([
    () =>
      `The ${inventInstitution(random)} was founded in ${random.int(1702, 1988)} and meets in ${inventPlace(random)}.`,
    () =>
      `${inventPerson(random)} has led the talks with ${inventPlace(random)} since the flood of ${random.int(1990, 2014)}.`,
    () => `Trade in ${random.pick(GOODS)} grew by ${random.int(1, 30)} % in the last season.`,
    () => `${inventCompany(random)} is the only maker that holds a licence from ${inventPlace(random)}.`,
  ])();
}

/** Resolution criteria that name an invented source. */
export function criteria(random: Random): string {
  return random.pick([
    () => `This question resolves according to the register of the ${inventInstitution(random)}.`,
    () =>
      `The outcome is taken from the first bulletin of the ${inventInstitution(random)} after the closing date.`,
    () =>
      `Resolution follows a statement of ${inventCompany(random)} or two newspapers of ${inventPlace(random)}.`,
  ])();
}
