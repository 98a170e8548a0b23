// Stores annotations on the class itself under one symbol, and reads them along its prototype chain. model/ interprets
// them.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { BulkOperation, DocumentedOperation, Operation, OperationId } from '../vocabulary/operation.js';
import type { CountMode } from '../options.js';
import type { AggregateFunction, TimeUnit } from '../vocabulary/aggregate.js';
import type { ExportFormat } from '../vocabulary/export-format.js';
import type { FilterArgument, Predicate, PredicateGroup } from '../vocabulary/predicate.js';
import type { NullPlace, Order } from '../vocabulary/order.js';

/** A text per operation. */
type OperationTexts = Readonly<Partial<Record<DocumentedOperation, string>>>;

/** All annotations of a class or of one of its members. */
export interface Annotations {
  readonly skip?: true;
  /** Of the class alone: its children have names of their own. */
  readonly entityName?: string;
  /** Of the class that declares it alone: its children have rows. */
  readonly abstract?: true;
  readonly readOnly?: true;
  readonly example?: { readonly value: unknown };
  readonly schema?: JsonSchema;
  readonly deprecated?: true;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly additionalTags?: readonly string[];
  readonly operationSummaries?: OperationTexts;
  readonly operationDescriptions?: OperationTexts;
  readonly operationIDs?: Readonly<Partial<Record<DocumentedOperation, OperationId>>>;
  readonly eagerLoad?: boolean;
  readonly eagerLoadLimit?: number;
  readonly edgeEndpoint?: boolean;
  readonly edgeUpdateBulk?: boolean;
  readonly edgeCreate?: boolean;
  readonly nestedCreate?: boolean;
  readonly sortable?: { readonly nulls: NullPlace };
  readonly defaultSort?: string;
  readonly defaultOrder?: Order;
  readonly filters?: readonly FilterArgument[];
  readonly filterGroups?: readonly string[];
  readonly pagination?: boolean;
  readonly minItemsPerPage?: number;
  readonly maxItemsPerPage?: number;
  readonly itemsPerPage?: number;
  readonly cursorPagination?: boolean;
  readonly totalCount?: readonly CountMode[];
  readonly maxOffset?: number;
  readonly where?: boolean;
  readonly filterDepth?: number;
  readonly requiredFilters?: readonly string[];
  readonly includable?: boolean;
  readonly includeDepth?: number;
  readonly sparseFields?: boolean;
  readonly measures?: readonly AggregateFunction[];
  readonly groupable?: readonly TimeUnit[];
  readonly exports?: readonly ExportFormat[];
  readonly exportLimit?: number;
  readonly filterPaths?: readonly FilterPathNote[];
  readonly sortablePaths?: readonly string[];
  readonly etag?: boolean;
  readonly requireIfMatch?: boolean;
  readonly cacheControl?: string;
  readonly allowClientIDs?: boolean;
  readonly requireIdempotencyKey?: boolean;
  readonly restore?: boolean;
  /** Empty: all that the class has. */
  readonly bulk?: readonly BulkOperation[];
  readonly handler?: boolean;
  readonly includeOperations?: readonly Operation[];
  readonly excludeOperations?: readonly Operation[];
}

/** Predicates on a path into a JSON column. */
interface FilterPathNote {
  /** Keys joined by dots. */
  readonly path: string;
  readonly predicates: readonly (Predicate | PredicateGroup)[];
}

/** The annotations of a class and of its members, with inheritance and repetition resolved. */
export interface ClassAnnotations {
  readonly own: Annotations;
  /** Those of `own` that the class itself has, without its base classes. */
  readonly written: Annotations;
  readonly members: ReadonlyMap<string, Annotations>;
  /** Those of `members` that the class itself has. */
  readonly writtenMembers: ReadonlyMap<string, Annotations>;
  /** Members that a base class annotates, where a class below it has chosen its operations. */
  readonly overruled: ReadonlySet<string>;
}

/** The notes of one class without its base classes, in source order. */
interface Notes {
  readonly own: Annotations[];
  readonly members: Map<string, Annotations[]>;
}

const key = Symbol.for('decorest.annotations');

const unions = [
  'tags',
  'additionalTags',
  'filters',
  'filterGroups',
  'includeOperations',
  'excludeOperations',
  'totalCount',
  'requiredFilters',
  'measures',
  'groupable',
  'exports',
  'filterPaths',
  'sortablePaths',
] as const;
const textsPerOperation = ['operationSummaries', 'operationDescriptions', 'operationIDs'] as const;

/** Adds a note to a class, or to one of its members. `target` is the first argument of the legacy decorator. */
export function addNote(target: object, member: string | undefined, note: Annotations): void {
  getNotes(member === undefined ? target : getClass(target), member).unshift(note);
}

/** Adds notes after those of the decorators. `entity` is a class, or an EntitySchema without one. */
export function appendNotes(entity: object, member: string | undefined, notes: readonly Annotations[]): void {
  getNotes(entity, member).push(...notes);
}

/** The notes of a class itself, or of one of its members, in source order. */
export function readOwnNotes(entity: object, member: string | undefined): readonly Annotations[] {
  const notes = findNotes(entity);
  return (member === undefined ? notes?.own : notes?.members.get(member)) ?? [];
}

/** A member decorator gets the prototype, or for a static member the class. */
function getClass(target: object): object {
  return typeof target === 'function' ? target : target.constructor;
}

/** Reads the annotations of a class, or of an EntitySchema without one. A subclass overrides the annotations of its base classes that it repeats. */
export function readAnnotations(entity: object): ClassAnnotations {
  let own: Annotations = {};
  const members = new Map<string, Annotations>();
  const overruled = new Set<string>();
  let written: Annotations = {};
  let writtenMembers = new Map<string, Annotations>();
  for (const { isOwn, notes } of collectNotes(entity)) {
    const ofClass = mergeNotes(notes.own);
    const ofMembers = [...notes.members].map(([member, given]) => [member, mergeNotes(given)] as const);
    own = override(own, ofClass);
    if (ofClass.includeOperations ?? ofClass.excludeOperations)
      for (const member of members.keys()) overruled.add(member);
    for (const [member, given] of ofMembers) {
      members.set(member, override(members.get(member) ?? {}, given));
      overruled.delete(member);
    }
    if (isOwn) [written, writtenMembers] = [ofClass, new Map(ofMembers)];
  }
  return { own, written, members, writtenMembers, overruled };
}

// Decorators run from the bottom up, so `addNote` puts each note in front, which keeps source order.
function getNotes(entity: object, member: string | undefined): Annotations[] {
  const notes = findNotes(entity) ?? createNotes(entity);
  if (member === undefined) return notes.own;
  const existing = notes.members.get(member);
  if (existing) return existing;
  const written: Annotations[] = [];
  notes.members.set(member, written);
  return written;
}

function createNotes(entity: object): Notes {
  const notes: Notes = { own: [], members: new Map() };
  Object.defineProperty(entity, key, { value: notes });
  return notes;
}

function findNotes(entity: object): Notes | undefined {
  return Object.getOwnPropertyDescriptor(entity, key)?.value as Notes | undefined;
}

/** The notes of a class and of its base classes, those first. */
function collectNotes(entity: object): { readonly isOwn: boolean; readonly notes: Notes }[] {
  const found: { isOwn: boolean; notes: Notes }[] = [];
  for (let at: object | null = entity; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const notes = findNotes(at);
    if (notes) found.unshift({ isOwn: at === entity, notes });
  }
  return found;
}

/** Merges the notes of one class or member: lists are united in order, texts override per operation, otherwise the last wins. */
function mergeNotes(notes: readonly Annotations[]): Annotations {
  return notes.reduce((before, note) => ({ ...override(before, note), ...combineLists(before, note) }), {});
}

function combineLists(before: Annotations, note: Annotations): Annotations {
  return Object.fromEntries(
    unions
      .filter((list) => before[list] !== undefined || note[list] !== undefined)
      .map((list) => [list, [...new Set([...(before[list] ?? []), ...(note[list] ?? [])])]]),
  );
}

function override(base: Annotations, over: Annotations): Annotations {
  const texts = textsPerOperation
    .filter((name) => base[name] !== undefined && over[name] !== undefined)
    .map((name) => [name, { ...base[name], ...over[name] }]);
  return { ...base, ...over, ...(Object.fromEntries(texts) as Annotations) };
}
