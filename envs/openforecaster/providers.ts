import { CancelError, got, HTTPError, RequestError } from 'got';
import { z } from 'zod';
import { type JudgeModel, JudgeUnreachable } from './judge.js';

/** Where a provider is, and the key to it. */
export interface Access {
  baseUrl: string;
  apiKey: string;
}

const MOST_TOKENS = 50;
const TIMEOUT_MS = 30_000;
/** A verdict has some hundred bytes with all that comes around it. */
const MOST_BYTES = 1 << 20;
const RETRIED = [408, 409, 429, 500, 502, 503, 504, 529];

const messagesAnswer = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
});

/** Anthropic's Messages API; the base URL is without `/v1`. */
export function anthropicModel({ baseUrl, apiKey }: Access, model = 'claude-haiku-4-5'): JudgeModel {
  const url = `${trimmed(baseUrl)}/v1/messages`;
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return {
    name: `anthropic:${model}`,
    complete: async (turns, signal) => {
      const messages = messagesOf(turns);
      const body = { model, max_tokens: MOST_TOKENS, temperature: 0, messages };
      const { content } = await post({ url, headers, body, signal }, messagesAnswer);
      return content
        .map((block) => (block.type === 'text' && block.text !== undefined ? block.text : ''))
        .join('');
    },
  };
}

const completionAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
});

/** OpenAI's Chat Completions API; the base URL ends in `/v1`. */
export function openAiModel({ baseUrl, apiKey }: Access, model = 'gpt-4o-mini'): JudgeModel {
  const url = `${trimmed(baseUrl)}/chat/completions`;
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    name: `openai:${model}`,
    complete: async (turns, signal) => {
      const messages = messagesOf(turns);
      const format = { response_format: { type: 'json_object' } };
      const body = { model, max_tokens: MOST_TOKENS, temperature: 0, ...format, messages };
      const { choices } = await post({ url, headers, body, signal }, completionAnswer);
      return choices[0]?.message.content ?? '';
    },
  };
}

function messagesOf(turns: readonly string[]): { role: 'user' | 'assistant'; content: string }[] {
  return turns.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
}

const trimmed = (url: string): string => url.replace(/\/+$/, '');

interface Post {
  url: string;
  headers: Record<string, string>;
  body: object;
  signal: AbortSignal;
}

/** Sends a request, twice more where the provider asks for patience. Redirects are not followed: they get no key. */
async function post<T>({ url, headers, body, signal }: Post, schema: z.ZodType<T>): Promise<T> {
  try {
    const sent = got.post(url, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      json: body,
      signal,
      decompress: false,
      followRedirect: false,
      timeout: { request: TIMEOUT_MS },
      retry: { limit: 2, methods: ['POST'], statusCodes: RETRIED },
    });
    sent.on('downloadProgress', ({ transferred }) => {
      if (transferred > MOST_BYTES) sent.cancel();
    });
    const answer = await sent;
    if (answer.statusCode !== 200) throw new JudgeUnreachable(`status ${answer.statusCode}`);
    const parsed = schema.safeParse(JSON.parse(answer.body));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (error instanceof HTTPError) throw new JudgeUnreachable(`status ${error.response.statusCode}`);
    if (error instanceof CancelError && !signal.aborted)
      throw new JudgeUnreachable(`the answer is longer than ${MOST_BYTES} bytes`);
    if (error instanceof RequestError) throw new JudgeUnreachable(error.code);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new JudgeUnreachable('the answer is not in its documented form');
}
