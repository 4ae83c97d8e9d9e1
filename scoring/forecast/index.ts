export * from './aggregate.js';
export * from './booleans.js';
export * from './constants.js';
export * from './crps.js';
export * from './errors.js';
export { erf, normalCdf, normalDensity } from './normal.js';
export * from './prompts.js';
export { squash } from './squash.js';
