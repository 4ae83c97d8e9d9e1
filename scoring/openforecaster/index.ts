export * from './completion.js';
export { EmptyGroundTruthError, HEURISTIC, heuristicMatch, relativeError } from './heuristic.js';
export * from './judge.js';
export * from './published-heuristic.js';
export * from './reward.js';
export * from './submission.js';
