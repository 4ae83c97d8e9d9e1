import { type AccountAccess, accountAccess } from '../../schemas/wire/metaculus.js';

/** What a token sees, by the tiers that Metaculus names. */
const SEES: ReadonlyMap<string, string> = new Map([
  [
    'restricted',
    'texts and resolutions of closed questions only where this account predicted, and hardly any community predictions',
  ],
  ['benchmarking', 'some 250 resolved questions of the benchmarking project (32979)'],
  ['unrestricted', 'everything'],
]);

/** What the account of the token may see, as far as it says so. */
export interface Access {
  /** `restricted`, `benchmarking`, `unrestricted`, or one that is not known yet; undefined where none is named. */
  tier: string | undefined;
  /** Projects with a grant of their own. */
  projects: readonly number[];
}

/**
 * Reads the answer of the account request. Nothing is known where it does not parse: tiers hide data without an error,
 * so the gate on hidden questions is what decides; this only tells in time.
 */
export function readAccess(body: unknown): Access {
  const parsed = accountAccess.safeParse(body);
  const access: AccountAccess = parsed.success ? parsed.data : {};
  return {
    tier: access.api_access_tier ?? undefined,
    projects: (access.project_data_access ?? []).map(({ project_id: id }) => id),
  };
}

/** Why a build with this token may find much hidden, and what helps; undefined where the token sees everything. */
export function accessWarning(access: Access, project: string | undefined): string | undefined {
  if (access.tier === 'unrestricted') return undefined;
  const tier =
    access.tier === undefined ? 'The account names no access tier' : `The access tier is ${access.tier}`;
  const sees = access.tier === undefined ? undefined : SEES.get(access.tier);
  const grants =
    access.projects.length === 0 ? '' : ` It has grants for the projects ${access.projects.join(', ')}.`;
  const advice =
    project === undefined
      ? ' Select a project that it covers with --set forecast.project=ID, or ask Metaculus for access.'
      : '';
  return `${tier}${sees === undefined ? '' : `, which sees ${sees}`}: the rest comes back empty.${grants}${advice}`;
}
