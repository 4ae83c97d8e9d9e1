import type { Secrets } from '../ors/secrets.js';
import { heuristicJudge, type Judge, modelJudge } from './judge.js';
import { anthropicModel, openAiModel } from './providers.js';

/** Environment variables of the server process. */
export type Variables = Readonly<Record<string, string | undefined>>;

const ANTHROPIC_URL = 'https://api.anthropic.com';
const OPENAI_URL = 'https://api.openai.com/v1';

/**
 * The judge of a session: by the session's own keys where it has one, else by the server's, else the heuristic.
 * Anthropic comes before OpenAI, as on the environment's card. Base URLs are the server's alone, so that no session can
 * send the server's key elsewhere.
 */
export function chooseJudge(secrets: Secrets, variables: Variables): Judge {
  return (
    judgeOf((name) => secrets.get(name), variables) ??
    judgeOf((name) => variables[name], variables) ??
    heuristicJudge
  );
}

function judgeOf(key: (name: string) => string | undefined, variables: Variables): Judge | undefined {
  const anthropic = given(key('ANTHROPIC_API_KEY'));
  if (anthropic !== undefined)
    return modelJudge(
      anthropicModel({ baseUrl: given(variables.ANTHROPIC_BASE_URL) ?? ANTHROPIC_URL, apiKey: anthropic }),
    );
  const openAi = given(key('OPENAI_API_KEY'));
  if (openAi === undefined) return undefined;
  return modelJudge(openAiModel({ baseUrl: given(variables.OPENAI_BASE_URL) ?? OPENAI_URL, apiKey: openAi }));
}

/** An empty variable is one that is not set. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
