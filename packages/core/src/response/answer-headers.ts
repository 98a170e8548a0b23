// Merged into api-response.ts; goes with its last import.
export * from './api-response.js';
