import { dayNumber, dayOfNumber, utcDay } from '../../../common/time.js';
import type { Random } from '../random.js';
import {
  background,
  dateQuestion,
  inventPlace,
  quantityQuestion,
  shortAnswerQuestion,
  yesNoQuestion,
} from '../text.js';
import type { GroupModel, PostBody, PostModel, QuestionModel, QuestionType } from './model.js';
import { memberIdOf, type PostPlan, questionIdOf } from './plan.js';
import { drawTexts, makeQuestion, type QuestionSeed } from './questions.js';
import { drawNumericScale } from './scale.js';
import type { GroupShape } from './trap.js';
import type { World } from './world.js';

/**
 * Makes the post that a plan describes, traps included; the same each time. Without predictions it costs a fraction
 * and is the same but for its history.
 */
export function makePost(world: World, plan: PostPlan, withPredictions: boolean): PostModel {
  const random = world.random.fork(`post/${plan.index}`);
  const title = drawTitle(random, plan);
  const body = planted(plan, random, drawBody({ world, plan, random, withPredictions }, title));
  return { title: body.form === 'question' ? body.question.title : title, body };
}

/** What the making of a post needs. */
interface Making {
  world: World;
  plan: PostPlan;
  random: Random;
  withPredictions: boolean;
}

function drawTitle(postRandom: Random, plan: PostPlan): string {
  const random = postRandom.fork('title');
  const day = utcDay(plan.schedule.scheduledResolveAt);
  switch (plan.kind) {
    case 'date':
      return dateQuestion(random);
    case 'numeric':
    case 'discrete':
      return quantityQuestion(random, day);
    case 'multiple_choice':
      return shortAnswerQuestion(random, day).question;
    case 'group_of_questions':
      return groupTitle(random, groupShape(plan, postRandom), day);
    case 'conditional':
      return `If one event, will the other follow: ${yesNoQuestion(random, day)}`;
    case 'notebook':
      return `Notes from ${inventPlace(random)}`;
    case 'binary':
      return yesNoQuestion(random, day);
  }
}

function drawBody(making: Making, title: string): PostBody {
  const { plan, random } = making;
  if (plan.kind === 'notebook') return { form: 'notebook', markdown: `# Notes\n\n${background(random, 6)}` };
  if (plan.kind === 'conditional') return drawConditional(making, title);
  if (plan.kind === 'group_of_questions') return { form: 'group', group: drawGroup(making, title) };
  const range = plan.planted?.trap.range?.(plan.schedule, plan.planted.copy);
  const question = makeQuestion({
    ...commonSeed(making),
    ...(range ? { range } : {}),
    id: questionIdOf(plan),
    type: plan.kind,
    title,
    texts: drawTexts(random.fork('texts')),
  });
  return { form: 'question', question };
}

type CommonSeed = Omit<QuestionSeed, 'id' | 'type' | 'title' | 'texts' | 'scale' | 'range'>;

function commonSeed({ world, plan, random, withPredictions }: Making): CommonSeed {
  const { shape, state, schedule, forecasts, forecasters } = plan;
  const common = { postId: plan.id, label: '', shape, state, schedule, forecasts, forecasters };
  return { ...common, random: random.fork('question'), population: world.population, withPredictions };
}

function drawConditional(making: Making, title: string): PostBody {
  const { plan, random } = making;
  const seed = (member: number, type: QuestionType): QuestionSeed => ({
    ...commonSeed(making),
    id: memberIdOf(plan, member),
    type,
    title: member === 0 ? yesNoQuestion(random.fork('condition'), utcDay(plan.schedule.closeAt)) : title,
    texts: drawTexts(random.fork(`texts/${member}`)),
    forecasts: Math.ceil(plan.forecasts / 2),
    forecasters: Math.ceil(plan.forecasters / 2),
    random: random.fork(`question/${member}`),
  });
  const childType = random.chance(0.3) ? 'numeric' : 'binary';
  const condition = makeQuestion(seed(0, 'binary'));
  const child = makeQuestion(seed(1, childType));
  const branch = (member: number, label: string, taken: boolean): QuestionModel => {
    const own = { ...seed(member, childType), label, ...(child.scale ? { scale: child.scale } : {}) };
    const question = makeQuestion({ ...own, random: random.fork(`question/${taken ? 1 : member}`) });
    const outcome = taken ? child.resolution : 'annulled';
    return { ...question, resolution: condition.resolution === null ? null : outcome };
  };
  const yes = branch(2, 'Yes', condition.resolution === 'yes');
  const no = branch(3, 'No', condition.resolution === 'no');
  return { form: 'conditional', condition, child, yes, no };
}

function drawGroup(making: Making, title: string): GroupModel {
  const { plan, random } = making;
  const shape = groupShape(plan, random);
  const { type, members, fan } = shape;
  const scale = drawNumericScale(random.fork('scale'));
  const questions = memberLabels(random, plan, shape).map((label, member) =>
    makeQuestion({
      ...commonSeed(making),
      id: memberIdOf(plan, member),
      type,
      title: `${title} (${label})`,
      label,
      ...(type === 'numeric' ? { scale } : {}),
      texts: null,
      forecasts: Math.max(3, Math.floor(plan.forecasts / members)),
      forecasters: Math.max(3, Math.floor(plan.forecasters / members)),
      random: random.fork(`member/${member}`),
    }),
  );
  const texts = drawTexts(random.fork('texts'));
  return {
    variable: fan ? 'Day' : 'Place',
    graph: fan ? 'fan_graph' : 'multiple_choice_graph',
    texts,
    questions,
  };
}

/** The make-up of a group: that of its trap, or a drawn one. */
function groupShape(plan: PostPlan, postRandom: Random): GroupShape {
  const random = postRandom.fork('group');
  const type = random.weighted<GroupShape['type']>([
    ['binary', 6],
    ['numeric', 3],
    ['date', 2],
  ]);
  const drawn = { type, members: random.int(2, 7), fan: type === 'numeric' && random.chance(0.6) };
  return plan.planted?.trap.group ?? drawn;
}

function groupTitle(random: Random, { type }: GroupShape, day: string): string {
  if (type === 'date') return dateQuestion(random);
  return type === 'numeric' ? quantityQuestion(random, day) : yesNoQuestion(random, day);
}

/** Days one week apart up to the resolution for a fan graph, places otherwise. */
function memberLabels(random: Random, { schedule }: PostPlan, { fan, members }: GroupShape): string[] {
  const lastDay = dayNumber(schedule.resolvedAt ?? schedule.scheduledResolveAt);
  return Array.from({ length: members }, (_, at) =>
    fan ? dayOfNumber(lastDay - 7 * (members - 1 - at)) : `${inventPlace(random)} ${at + 1}`,
  );
}

function planted(plan: PostPlan, random: Random, body: PostBody): PostBody {
  const trap = plan.planted?.trap;
  if (!trap?.question) return body;
  const change = (question: QuestionModel, member: number): QuestionModel =>
    trap.question?.(question, {
      random: random.fork(`trap/${member}`),
      copy: plan.planted?.copy ?? 0,
      member,
    }) ?? question;
  if (body.form === 'question') return { ...body, question: change(body.question, 0) };
  if (body.form === 'group') {
    return { ...body, group: { ...body.group, questions: body.group.questions.map(change) } };
  }
  return body.form === 'conditional' ? { ...body, yes: change(body.yes, 0), no: change(body.no, 1) } : body;
}
