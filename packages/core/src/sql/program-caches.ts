// Bounded caches of programs by the keys of their shapes. A doorkeeper admits some shapes only at their second use.
import { LRUCache } from 'lru-cache';
import type { SelectionProgram } from './bulk-sql.js';
import type { EdgeStatements } from './edge-sql.js';
import type { GroupProgram } from './group-program.js';
import type { ExportKeysProgram } from './export-keys.js';
import type { CountProgram, ExportProgram } from './export-program.js';
import type { InsertProgram } from './insert-sql.js';
import {
  listEdgeStatements,
  listGroupStatements,
  listSelectStatements,
  measureStatements,
} from './program-size.js';
import type { SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';

/** How many programs of each kind are kept. An evicted shape is compiled again. */
const maxProgramsPerKind = 2_000;
/** How much text the programs of each kind hold with their keys, in UTF-16 code units. */
const maxLengthPerKind = 16 * 1024 * 1024;
/** What a program holds beside its statements, as a length of text: its printers, and how its values are encoded. */
const ownLength = 1_024;
/** How many keys the doorkeeper remembers, and how long they are together. */
const maxSeenKeys = 4_096;
const maxSeenLength = 4 * 1024 * 1024;

/** Programs by kind. */
export interface CachesByKind {
  readonly selects: FindOrCompile<SelectProgram>;
  readonly groups: FindOrCompile<GroupProgram>;
  /** The doorkeeper: whether the key of a read has been seen before. */
  readonly isRepeated: (key: string) => boolean;
  readonly exports: FindOrCompile<ExportProgram>;
  readonly counts: FindOrCompile<CountProgram>;
  readonly exportKeys: FindOrCompile<ExportKeysProgram>;
  readonly selections: FindOrCompile<SelectionProgram>;
  readonly inserted: FindOrCompile<{ program: SelectProgram | null }>;
  readonly inserts: FindOrCompile<InsertProgram>;
  readonly statements: FindOrCompile<Statement>;
  readonly edges: FindOrCompile<EdgeStatements>;
  readonly sequences: FindOrCompile<{ statement: Statement | null }>;
}

/** Creates empty caches. */
export function createCaches(countCompilation: () => void): CachesByKind {
  const create = <T extends object>(list: (program: T) => readonly (Statement | null)[]) =>
    createCache((program: T) => measureStatements(list(program)), countCompilation);
  return {
    selects: create(listSelectStatements),
    groups: create(listGroupStatements),
    isRepeated: createDoorkeeper(),
    exports: create(({ select }) => listSelectStatements(select)),
    counts: create(({ statement }) => [statement]),
    exportKeys: create(({ statement }) => [statement]),
    selections: create(({ statement }) => [statement]),
    inserted: create(({ program }) => (program ? listSelectStatements(program) : [])),
    inserts: create(({ statement }) => [statement]),
    statements: create((statement) => [statement]),
    edges: create(listEdgeStatements),
    sequences: create(({ statement }) => [statement]),
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
    exportKeys: within(caches.exportKeys),
    selections: within(caches.selections),
    inserted: within(caches.inserted),
    inserts: within(caches.inserts),
    statements: within(caches.statements),
    edges: within(caches.edges),
    sequences: within(caches.sequences),
  };
}

/** Finds the program of a key, or compiles it. */
type FindOrCompile<T> = (key: string, compile: () => T) => T;

function createCache<T extends object>(
  measure: (program: T) => number,
  countCompilation: () => void,
): FindOrCompile<T> {
  const programs = new LRUCache<string, T>({
    max: maxProgramsPerKind,
    maxSize: maxLengthPerKind,
    sizeCalculation: (program, key) => key.length + ownLength + measure(program),
  });
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
  const seen = new LRUCache<string, true>({
    max: maxSeenKeys,
    maxSize: maxSeenLength,
    sizeCalculation: (_, key) => 1 + key.length,
  });
  return (key) => {
    if (seen.get(key)) return true;
    seen.set(key, true);
    return false;
  };
}
