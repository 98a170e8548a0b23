// Merged into query-parameters.ts; goes with its last import.
export * from './query-parameters.js';
