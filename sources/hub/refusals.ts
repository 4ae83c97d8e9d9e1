import { RefusedError } from '../http/errors.js';

/** What was asked of the Hub, for messages. */
export interface HubTarget {
  /** `namespace/name` of a dataset repository. */
  id: string;
  /** Branch, tag or commit. */
  revision: string;
  /** Path of a file in the repository, where one was asked for. */
  path?: string;
}

const SITE = 'https://huggingface.co';
const ASK_AGAIN = 'then run the command again; what was fetched is kept';

/**
 * Says what a refusal of the Hub means and what to do. The status alone does not tell: a missing, a private and a
 * gated repository all answer 401 to a request without a token, so the headers `x-error-code` and `x-error-message`
 * decide (huggingface_hub `hf_raise_for_status`). Any other error comes back as it is.
 */
export function explainRefusal(error: unknown, target: HubTarget): unknown {
  if (!(error instanceof RefusedError)) return error;
  const meaning = meaningOf(error, target);
  if (meaning === undefined) return error;
  const [message, remedy] = meaning;
  return new RefusedError(`${message} (${error.message})`, remedy, error.status, error.headers);
}

type Meaning = readonly [message: string, remedy: string];

function meaningOf({ status, headers }: RefusedError, target: HubTarget): Meaning | undefined {
  const said = headers['x-error-message'];
  const code = headers['x-error-code'];
  if (said?.startsWith('Invalid credentials')) {
    return [
      'the Hub does not accept the token in HF_TOKEN',
      `Make a new one at ${SITE}/settings/tokens, or unset HF_TOKEN where the data is public; ${ASK_AGAIN}.`,
    ];
  }
  if (said?.startsWith('Access to this resource is disabled')) {
    return [
      `the Hub has disabled the dataset ${target.id}`,
      `See ${SITE}/datasets/${target.id}; no token helps. Earlier builds can be replayed with --upstream replay.`,
    ];
  }
  if (code === 'GatedRepo') return gated(status, target);
  if (status === 401) return unknownOrClosed(target);
  if (status === 403) {
    return [
      `the token in HF_TOKEN may not read the dataset ${target.id}`,
      `Give it the right to read this repository at ${SITE}/settings/tokens; ${ASK_AGAIN}.`,
    ];
  }
  return status === 404 ? notFound(code, target) : undefined;
}

function gated(status: number, { id }: HubTarget): Meaning {
  const page = `${SITE}/datasets/${id}`;
  return status === 401
    ? [
        `the dataset ${id} is gated and no token was sent`,
        `Request access at ${page}, set HF_TOKEN to a token of that account; ${ASK_AGAIN}.`,
      ]
    : [
        `the dataset ${id} is gated, and the account of HF_TOKEN has no access`,
        `Request access at ${page} with that account; ${ASK_AGAIN}.`,
      ];
}

function unknownOrClosed({ id }: HubTarget): Meaning {
  return [
    `the dataset ${id} is missing, private or gated: without a token the Hub does not tell which`,
    `Check the name at ${SITE}/datasets/${id}; where it is private or gated set HF_TOKEN to a token that may read it; ${ASK_AGAIN}.`,
  ];
}

function notFound(code: string | undefined, { id, revision, path }: HubTarget): Meaning | undefined {
  if (code === 'RepoNotFound') {
    return [
      `there is no dataset ${id} that the token in HF_TOKEN can see`,
      'Check the name; where it is private use a token of an account that may read it.',
    ];
  }
  if (code === 'RevisionNotFound') {
    return [
      `the dataset ${id} has no revision ${revision}`,
      `See ${SITE}/datasets/${id}/commits/main for what there is.`,
    ];
  }
  if (code === 'EntryNotFound' && path !== undefined) {
    return [
      `the dataset ${id} has no file ${path} at ${revision}`,
      'The listing named it: run the command again; where it persists tell the maintainers of the dataset.',
    ];
  }
  return undefined;
}
