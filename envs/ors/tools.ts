import { z } from 'zod';
import { finiteNumber } from '../../common/micros.js';
import type { ToolDefinition, ToolOutput } from './environment.js';
import { ToolRefusal } from './problems.js';

/** A tool over episodes of type E, with its input already checked. */
export interface Tool<E> {
  definition: ToolDefinition;
  run(episode: E, input: unknown, signal: AbortSignal): Promise<ToolOutput>;
}

interface Declaration<E, S extends z.ZodObject> {
  name: string;
  description: string;
  /** Keep it flat: clients drop unions and nested schemas when they translate it for a model. */
  input: S;
  run(episode: E, input: z.output<S>, signal: AbortSignal): ToolOutput | Promise<ToolOutput>;
}

/**
 * Declares a tool. Its JSON Schema follows from the zod schema, and `run` sees valid input alone: the call is refused
 * with `Tool input validation error: ...` otherwise. Unknown keys of the input are ignored.
 */
export function defineTool<E, S extends z.ZodObject>(declaration: Declaration<E, S>): Tool<E> {
  const { name, description, input: schema } = declaration;
  const flat = inputSchema(schema);
  const numeric = numericKeys(flat);
  return {
    definition: { name, description, input_schema: flat },
    run: async (episode, input, signal) => {
      const parsed = schema.safeParse(withNumbersRead(numeric, input));
      if (!parsed.success) throw new ToolRefusal(`Tool input validation error: ${issuesText(parsed.error)}`);
      return declaration.run(episode, parsed.data, signal);
    },
  };
}

/** Carries out a call by the tool's name; ToolRefusal where there is none of that name. */
export async function callTool<E>(
  tools: readonly Tool<E>[],
  episode: E,
  call: { name: string; input: unknown; signal: AbortSignal },
): Promise<ToolOutput> {
  const tool = tools.find(({ definition }) => definition.name === call.name);
  if (!tool) throw new ToolRefusal(`'${call.name.slice(0, 100)}' is not a valid tool`);
  return tool.run(episode, call.input, call.signal);
}

/** JSON Schema of a tool's input, without the mark of its dialect. */
export function inputSchema(schema: z.ZodObject): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, ...flat } = z.toJSONSchema(schema, { io: 'input' });
  return flat;
}

/**
 * Models often write numbers as text. As in the reference server, a number may come as decimal text or as a boolean;
 * anything else is left for the schema to refuse.
 */
function withNumbersRead(numeric: ReadonlySet<string>, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const read = Object.entries(input).map(
    ([key, value]) => [key, numeric.has(key) ? asNumber(value) : value] as const,
  );
  return Object.fromEntries(read);
}

function numericKeys(schema: z.core.JSONSchema.BaseSchema): Set<string> {
  const members = Object.entries(schema.properties ?? {});
  const numeric = members.filter(
    ([, member]) => typeof member === 'object' && (member.type === 'number' || member.type === 'integer'),
  );
  return new Set(numeric.map(([key]) => key));
}

function asNumber(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? (finiteNumber(value) ?? value) : value;
}

function issuesText(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ');
}
