export * from './fill.js';
export * from './reward.js';
export * from './settlement.js';
