// Merged into links.ts; goes with its last import.
export * from './links.js';
