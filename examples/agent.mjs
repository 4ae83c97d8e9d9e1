// @ts-check
/**
 * An agent without a model, to show how an environment is played:
 *
 *   npx forecast-datasets serve polybench --port 8080
 *   node examples/agent.mjs http://127.0.0.1:8080 test 3
 *
 * Arguments: address, split (default: the first), number of tasks (default: all of the split). It prints one line a
 * task, and at the end as JSON the mean over the tasks that paid; an answer that could not be judged pays nothing.
 */
import { Server } from './ors-client.mjs';

const STAKE = 200;
const DAYS_A_STEP = 7;

const [url = 'http://127.0.0.1:8080', wantedSplit, wantedTasks] = process.argv.slice(2);
const server = new Server(url);
const [environment] = await server.get('/list_environments');
const split = wantedSplit ?? (await server.get('/splits'))[0].name;
const { num_tasks: available } = await server.post('/num_tasks', { split });
const tasks = wantedTasks === undefined ? available : Math.min(Number(wantedTasks), available);
const play = environment === 'openforecaster' ? answerQuestion : tradeMarkets;

/** @type {number[]} */
const rewards = [];
for (let index = 0; index < tasks; index += 1) {
  const session = await server.open({ split, index });
  try {
    const reward = await play(session);
    if (reward !== null) rewards.push(reward);
    console.log(`${environment} ${split} ${index}: ${reward?.toFixed(4) ?? 'not judged'}`);
  } finally {
    await session.close();
  }
}
const total = rewards.reduce((sum, reward) => sum + reward, 0);
const mean = rewards.length === 0 ? null : total / rewards.length;
console.log(JSON.stringify({ environment, split, tasks, paid: rewards.length, mean_reward: mean }));

/**
 * Reads the question and gives an answer that is surely wrong with no confidence at all: the least a task pays that is
 * not thrown away.
 * @param {import('./ors-client.mjs').Session} session
 */
async function answerQuestion(session) {
  const prompt = await session.prompt();
  const output = await session.call('submit_answer', { answer: `unknown (${prompt.length})`, confidence: 0 });
  return output.reward;
}

/**
 * Backs the favourite of every market that can be filled, once, and moves on until all have settled.
 * @param {import('./ors-client.mjs').Session} session
 */
async function tradeMarkets(session) {
  const backed = new Set();
  let reward = 0;
  for (;;) {
    for (const market of await listMarkets(session)) {
      if (market.status === 'resolved' || market.fillable_today < 1 || backed.has(market.market_id)) continue;
      if (await back(session, market)) backed.add(market.market_id);
    }
    const step = await session.call('advance_time', { days: DAYS_A_STEP });
    reward += step.reward ?? 0;
    if (step.finished) return reward;
  }
}

/** @param {import('./ors-client.mjs').Session} session */
async function listMarkets(session) {
  const markets = [];
  for (;;) {
    const { blocks } = await session.call('list_markets', { offset: markets.length, limit: 50 });
    const page = JSON.parse(blocks[0]?.text ?? '{}');
    markets.push(...page.markets);
    if (page.markets.length === 0 || markets.length >= page.known_markets) return markets;
  }
}

/**
 * @param {import('./ors-client.mjs').Session} session
 * @param {{ market_id: string, yes_price: number }} market
 */
async function back(session, { market_id: id, yes_price: price }) {
  const side = price >= 0.5 ? 'YES' : 'NO';
  try {
    const { blocks } = await session.call('place_bet', { market_id: id, side, stake: STAKE });
    return JSON.parse(blocks[0]?.text ?? '{}').opened;
  } catch {
    return false; // The cash is staked: it comes back when positions settle.
  }
}
