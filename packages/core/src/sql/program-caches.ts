// Bounded caches of programs by the keys of their shapes. A doorkeeper admits some shapes only at their second use.
import { LRUCache } from 'lru-cache';
import type { EdgeStatements } from './edge-sql.js';
import type { GroupProgram } from './group-program.js';
import type { CountProgram, ExportProgram } from './export-program.js';
import type { InsertProgram } from './insert-sql.js';
import type { SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';

/** How many programs of each kind are kept. An evicted shape is compiled again. */
const maxProgramsPerKind = 2_000;
/** How many keys the doorkeeper remembers. */
const maxSeenKeys = 4_096;

/** Programs by kind. */
export interface CachesByKind {
  readonly selects: FindOrCompile<SelectProgram>;
  readonly groups: FindOrCompile<GroupProgram>;
  /** The doorkeeper: whether the key of a read has been seen before. */
  readonly isRepeated: (key: string) => boolean;
  readonly exports: FindOrCompile<ExportProgram>;
  readonly counts: FindOrCompile<CountProgram>;
  readonly inserted: FindOrCompile<{ program: SelectProgram | null }>;
  readonly inserts: FindOrCompile<InsertProgram>;
  readonly statements: FindOrCompile<Statement>;
  readonly edges: FindOrCompile<EdgeStatements>;
  readonly sequences: FindOrCompile<{ statement: Statement | null }>;
}

/** Creates empty caches. */
export function createCaches(countCompilation: () => void): CachesByKind {
  return {
    selects: createCache(countCompilation),
    groups: createCache(countCompilation),
    isRepeated: createDoorkeeper(),
    exports: createCache(countCompilation),
    counts: createCache(countCompilation),
    inserted: createCache(countCompilation),
    inserts: createCache(countCompilation),
    statements: createCache(countCompilation),
    edges: createCache(countCompilation),
    sequences: createCache(countCompilation),
  };
}

/** The same caches, with the structure of the policies in each key. */
export function restrictCaches(caches: CachesByKind, key: string): CachesByKind {
  const within = <T>(cache: FindOrCompile<T>): FindOrCompile<T> => {
    return (name, compile) => cache(`${name} within ${key}`, compile);
  };
  return {
    selects: within(caches.selects),
    groups: within(caches.groups),
    isRepeated: (name) => caches.isRepeated(`${name} within ${key}`),
    exports: within(caches.exports),
    counts: within(caches.counts),
    inserted: within(caches.inserted),
    inserts: within(caches.inserts),
    statements: within(caches.statements),
    edges: within(caches.edges),
    sequences: within(caches.sequences),
  };
}

/** Finds the program of a key, or compiles it. */
type FindOrCompile<T> = (key: string, compile: () => T) => T;

function createCache<T extends object>(countCompilation: () => void): FindOrCompile<T> {
  const programs = new LRUCache<string, T>({ max: maxProgramsPerKind });
  return (key, compile) => {
    const known = programs.get(key);
    if (known) return known;
    countCompilation();
    const program = compile();
    programs.set(key, program);
    return program;
  };
}

function createDoorkeeper(): (key: string) => boolean {
  const seen = new LRUCache<string, true>({ max: maxSeenKeys });
  return (key) => {
    if (seen.get(key)) return true;
    seen.set(key, true);
    return false;
  };
}
