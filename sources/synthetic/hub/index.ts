import type { SyntheticPart, SyntheticRequest, SyntheticResponse, SyntheticSize } from '../part.js';
import { SYNTHETIC_TOKENS } from '../tokens.js';
import { hubError } from './answers.js';
import { infoAnswer, treeAnswer } from './api.js';
import { makeRepositories } from './repositories.js';
import { type HubRepository, refusal } from './repository.js';
import { resolveAnswer, storageAnswer } from './resolve.js';

const TOKENS = { plain: SYNTHETIC_TOKENS.hf, granted: SYNTHETIC_TOKENS.hfGranted };

/**
 * The invented Hub: OpenForesight in the given size, and small repositories that are gated, private, disabled, damaged
 * or moved. Its storage is served under `cdn`, which redirects name by another host.
 */
export function createHubPart({ seed, size }: { seed: number; size: SyntheticSize }): SyntheticPart {
  return hubPartOf(makeRepositories(seed, size));
}

/** A Hub of the given repositories. */
export function hubPartOf(repositories: readonly HubRepository[]): SyntheticPart {
  const files = repositories.flatMap(({ commits }) => Object.values(commits).flat());
  return {
    prefix: 'hf',
    handle: (request) => {
      const [root, sha256] = request.segments;
      if (root === 'cdn' && sha256 !== undefined) return storageAnswer(files, sha256, request);
      return hubAnswer(repositories, request);
    },
  };
}

function hubAnswer(repositories: readonly HubRepository[], request: SyntheticRequest): SyntheticResponse {
  const isApi = request.segments[0] === 'api';
  const [kind, namespace, name, action, revision, ...rest] = request.segments.slice(Number(isApi));
  if (kind !== 'datasets' || name === undefined) return hubError(404, undefined, 'Not Found');
  const repository = repositories.find(({ id }) => id === `${namespace}/${name}`);
  const refused = refusal(repository, request.headers.authorization, TOKENS);
  if (refused !== undefined || repository === undefined) {
    return refused ?? hubError(404, 'RepoNotFound', 'Repository not found');
  }
  if (isApi && action === undefined) return infoAnswer(repository, 'main', request);
  if (revision === undefined) return hubError(404, undefined, 'Not Found');
  if (isApi && action === 'revision') return infoAnswer(repository, revision, request);
  if (isApi && action === 'tree') return treeAnswer(repository, revision, rest, request);
  if (!isApi && (action === 'resolve' || action === 'raw')) {
    return resolveAnswer(repository, action, revision, rest.join('/'), request);
  }
  return hubError(404, undefined, 'Not Found');
}
