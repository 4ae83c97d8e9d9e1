import type { Secrets } from './secrets.js';

/** What an agent reads. */
export interface TextBlock {
  type: 'text';
  text: string;
  detail: Record<string, unknown> | null;
}

/** What a tool call that was carried out gives; the wire needs all four keys. */
export interface ToolOutput {
  blocks: readonly TextBlock[];
  metadata: Record<string, unknown> | null;
  /** Finite, or null where the call pays nothing by itself. */
  reward: number | null;
  /** True ends the episode: no later call of it is carried out. */
  finished: boolean;
}

/** How a tool is announced; exactly these three keys go over the wire. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the one argument object. */
  input_schema: Record<string, unknown>;
}

/** The three kinds of split that the standard knows. */
export type SplitType = 'train' | 'validation' | 'test';

export interface Split {
  name: string;
  type: SplitType;
}

/** What names a task: ids, versions and parameters only, since any client may read it. */
export type TaskSpec = Readonly<Record<string, unknown>>;

/** One task being played. */
export interface Episode {
  prompt(): readonly TextBlock[];
  /** Rejects with ToolRefusal where the call cannot be carried out and the episode goes on. */
  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolOutput>;
}

/** An environment as the server mounts it. Task order and indices are stable for one version of the data. */
export interface Environment {
  /** Lower case; unique on a server. */
  name: string;
  splits: readonly Split[];
  tools: readonly ToolDefinition[];
  /** Tasks of one of its splits. */
  count(split: string): number;
  /** The task at an index from 0 to count - 1. */
  task(split: string, index: number): TaskSpec;
  /** Starts an episode. Rejects with HttpProblem where the specification is none of this environment's. */
  open(task: TaskSpec, secrets: Secrets): Promise<Episode>;
  /** Gives back what it holds of files; no episode is opened afterwards. */
  close(): Promise<void>;
}

/** A text block without detail. */
export function text(content: string): TextBlock {
  return { type: 'text', text: content, detail: null };
}

/** The type of a split by the beginning of its name; what is neither train nor test counts as validation. */
export function splitType(name: string): SplitType {
  if (name.startsWith('train')) return 'train';
  return name.startsWith('test') ? 'test' : 'validation';
}
