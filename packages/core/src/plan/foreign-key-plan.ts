// Merged into edge-plan.ts; goes with its last import.
export * from './edge-plan.js';
