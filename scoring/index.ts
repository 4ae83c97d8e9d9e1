/** The scoring rules of the three documents: pure functions, each under its published name. */
export * as forecast from './forecast/index.js';
export * as openforecaster from './openforecaster/index.js';
export * as polybench from './polybench/index.js';
