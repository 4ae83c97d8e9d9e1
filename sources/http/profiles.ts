import type { SourceName } from '../types.js';
import type { Headers } from './headers.js';

/** What a refusal is explained from. */
interface Refusal {
  status: number;
  headers: Headers;
  path: string;
  tokenSent: boolean;
}

/** What differs between the hosts when they are asked. */
export interface SourceProfile {
  /** The word before the token in the Authorization header; undefined where the host takes no token. */
  scheme?: 'Token' | 'Bearer';
  /** Headers of every request, beyond those common to all hosts. */
  headers: Headers;
  /** Whether a redirect to another host is followed, without the token. */
  followsForeignRedirects: boolean;
  /** What the user can do about a refusal. */
  remedy(refusal: Refusal): string;
}

const venue: SourceProfile = {
  headers: {},
  followsForeignRedirects: false,
  remedy: ({ status }) =>
    status === 451 || status === 403
      ? 'The venue refuses some countries and networks: run from another network, or build from stored responses with --upstream replay.'
      : 'Compare the request with the venue’s documentation: it may have retired this endpoint.',
};

/** How each host wants to be asked, and what its refusals mean. */
export const PROFILES: Readonly<Record<SourceName, SourceProfile>> = {
  metaculus: {
    scheme: 'Token',
    // Without it the site may serve a machine translation of the question.
    headers: { 'accept-language': 'original' },
    followsForeignRedirects: false,
    remedy: metaculusRemedy,
  },
  gamma: venue,
  clob: venue,
  data: venue,
  hf: { scheme: 'Bearer', headers: {}, followsForeignRedirects: true, remedy: hubRemedy },
};

function metaculusRemedy({ status, tokenSent }: Refusal): string {
  if (!tokenSent)
    return 'Set METACULUS_TOKEN to the API token of your Metaculus account (metaculus.com, account settings).';
  if (status === 401 || status === 403) {
    return 'Check METACULUS_TOKEN: it is wrong, or its access tier does not cover this; forecast.project selects a project that it covers.';
  }
  return 'Check --set forecast.project: a wrong slug or id is answered this way; else the API has changed.';
}

/** The Hub answers 401 for what is missing, private or gated alike: its header says more than the status. */
function hubRemedy({ status, headers, path, tokenSent }: Refusal): string {
  const code = headers['x-error-code'];
  const text = headers['x-error-message'] ?? '';
  const repository = /\/datasets\/([^/]+\/[^/]+)/.exec(path)?.[1];
  if (/Invalid credentials/i.test(text))
    return 'HF_TOKEN is wrong or expired: set a valid one, or unset it for public data.';
  if (/disabled/i.test(text)) return 'The Hub has disabled this repository: nothing can be fetched from it.';
  if (code === 'GatedRepo' && tokenSent) {
    return `Ask for access at https://huggingface.co/datasets/${repository}, then run the command again.`;
  }
  if (status === 401 && !tokenSent) {
    return `The repository ${repository} is missing, private or gated: where you have access set HF_TOKEN.`;
  }
  if (code === 'RevisionNotFound')
    return 'The revision does not exist: check the revision that was asked for.';
  if (code === 'EntryNotFound')
    return 'The file does not exist at this revision: the repository has changed its layout.';
  if (code === 'RepoNotFound')
    return `The repository ${repository} does not exist, or this token may not see it.`;
  return 'Check that the repository is reachable in a browser with this account.';
}
