import { z } from 'zod';
import { UsageError } from '../common/errors.js';
import type { Dataset } from './dataset.js';

/** Tolerances of the common gates, under `gates.`. */
export const gateParameters = z.strictObject({
  /** Kept rows must not fall below this share of the previous version's. */
  minKeptShare: z.number().min(0).max(1).default(0.95),
  /** At most this share of what was listed may be hidden from the token. */
  maxHiddenShare: z.number().min(0).max(1).default(0.5),
});

export type GateParameters = z.infer<typeof gateParameters>;

/** The parameters of one build of one dataset. */
export interface ResolvedParameters<P extends object> {
  dataset: P;
  gates: GateParameters;
  /** All of them under their full names, for the manifest. */
  flat: Record<string, unknown>;
}

/** `KEY=VALUE` texts of `--set` as a map. UsageError for a text without `=`. */
export function parseSettings(texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1)
        throw new UsageError(
          `--set ${text} is not KEY=VALUE`,
          'Write for example --set polybench.fillCapAlpha=0.25.',
        );
      return [text.slice(0, at), text.slice(at + 1)] as const;
    }),
  );
}

/** UsageError for a setting that no dataset and no gate has. */
export function refuseUnknownSettings(
  settings: ReadonlyMap<string, string>,
  datasets: readonly Dataset[],
): void {
  const known = [
    ...datasets.flatMap((dataset) =>
      Object.keys(dataset.parameters.shape).map((key) => `${dataset.name}.${key}`),
    ),
    ...Object.keys(gateParameters.shape).map((key) => `gates.${key}`),
  ];
  for (const key of settings.keys())
    if (!known.includes(key))
      throw new UsageError(`there is no parameter ${key}`, `The parameters are ${known.join(', ')}.`);
}

/**
 * The defaults, then `inherited` (the full names of an earlier manifest), then the settings.
 * UsageError names the parameter whose value is not acceptable.
 */
export function resolveParameters<P extends object>(
  dataset: Dataset<P>,
  settings: ReadonlyMap<string, string>,
  inherited: Readonly<Record<string, unknown>> = {},
): ResolvedParameters<P> {
  const own = resolveUnder(dataset.name, dataset.parameters, settings, inherited);
  const gates = resolveUnder('gates', gateParameters, settings, inherited);
  return {
    dataset: own,
    gates,
    flat: {
      ...flatten(dataset.name, dataset.parameters.shape, own),
      ...flatten('gates', gateParameters.shape, gates),
    },
  };
}

function resolveUnder<T extends object>(
  prefix: string,
  schema: z.ZodType<T> & { readonly shape: Readonly<Record<string, z.ZodType>> },
  settings: ReadonlyMap<string, string>,
  inherited: Readonly<Record<string, unknown>>,
): T {
  const input: Record<string, unknown> = {};
  for (const [key, check] of Object.entries(schema.shape)) {
    const name = `${prefix}.${key}`;
    const setting = settings.get(name);
    if (setting !== undefined) input[key] = readValue(name, setting, check);
    else if (inherited[name] !== undefined && inherited[name] !== null) input[key] = inherited[name];
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(
    `${prefix}.${issue?.path.join('.')} is not acceptable: ${issue?.message}`,
    'Give another value with --set.',
  );
}

/** A number or boolean where the parameter takes one, else the text as it stands. */
function readValue(name: string, text: string, check: z.ZodType): unknown {
  const candidates = [text, ...jsonValue(text)];
  for (const candidate of candidates) if (check.safeParse(candidate).success) return candidate;
  const message = check.safeParse(candidates.at(-1)).error?.issues[0]?.message;
  throw new UsageError(
    `${name}=${text} is not acceptable: ${message}`,
    `Give another value with --set ${name}=...`,
  );
}

function jsonValue(text: string): unknown[] {
  return /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false)$/.test(text) ? [JSON.parse(text)] : [];
}

/** Every parameter under its full name; null where one without a default is not set. */
function flatten(prefix: string, shape: object, values: object): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(Object.keys(shape).map((key) => [`${prefix}.${key}`, given.get(key) ?? null]));
}
