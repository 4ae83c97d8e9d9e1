export * from './completion.js';
export { EmptyGroundTruthError, HEURISTIC, heuristicMatch } from './heuristic.js';
export * from './judge.js';
export * from './published-heuristic.js';
export { relativeError } from './relative-error.js';
export * from './reward.js';
export * from './submission.js';
