// An OpenAPI document -> the GET requests that it publishes, one for each query parameter and sort key.
import { sharedText, uuidOf } from '../data/fill-tables.js';

/** The part of a document that is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly parameters?: Readonly<Record<string, GivenParameter>>;
    readonly schemas?: Readonly<Record<string, ValueSchema>>;
  };
}

interface PathItem {
  readonly parameters?: readonly (GivenParameter | Reference)[];
  readonly get?: { readonly parameters?: readonly (GivenParameter | Reference)[] };
}

interface Reference {
  readonly $ref: string;
}

type GivenSchema = (ValueSchema & { readonly items?: ValueSchema | Reference }) | Reference;

interface GivenParameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly explode?: boolean;
  readonly schema: GivenSchema;
}

/** A parameter whose references are resolved. */
interface Parameter extends Omit<GivenParameter, 'schema'> {
  readonly schema: ValueSchema;
  /** Of a list: of each of its values. */
  readonly items?: ValueSchema;
}

export type Query = readonly (readonly [name: string, value: string])[];

export interface DocumentedRequest {
  /** As in the document: `/users/{id}/pets`. */
  readonly path: string;
  /** The parameters: `name.has`, `sort=-name`, `10 edges, or`. */
  readonly asks: string;
  /** The query in the n-th turn: another value each time, so that no total is remembered. */
  query(turn: number): Query;
}

/** Replaced when the request is sent: the number of pages depends on the rows. */
export const lastPage = 'the last page';

/** Paths that can be read, with all that can be asked of them. */
export function documentedRequests(document: ApiDocument): Map<string, DocumentedRequest[]> {
  const requests = new Map<string, DocumentedRequest[]>();
  for (const [path, { parameters = [], get }] of Object.entries(document.paths)) {
    if (!get) continue;
    const all = [...parameters, ...(get.parameters ?? [])].map((given) => resolved(document, given));
    const asked = all.filter((parameter) => parameter.in === 'query');
    requests.set(path, [
      ...asked.flatMap((parameter) => ofParameter(path, parameter)),
      ...combined(path, asked),
    ]);
  }
  return requests;
}

function resolved({ components }: ApiDocument, given: GivenParameter | Reference): Parameter {
  const parameter = referred(given, components?.parameters);
  const schema = referred(parameter.schema, components?.schemas);
  const items = 'items' in schema && schema.items ? referred(schema.items, components?.schemas) : undefined;
  return { ...parameter, schema, ...(items ? { items } : {}) };
}

function referred<T extends object>(given: T | Reference, all: Readonly<Record<string, T>> = {}): T {
  if (!('$ref' in given)) return given;
  const found = all[given.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${given.$ref} is not in the document.`);
  return found;
}

function ofParameter(path: string, parameter: Parameter): DocumentedRequest[] {
  const { name, items } = parameter;
  if (name === 'sort') {
    const keys = (items?.enum ?? []).map(String);
    return keys.map((key) => ({ path, asks: `sort=${key}`, query: () => [['sort', key]] }));
  }
  if (name === 'page') return [{ path, asks: 'page', query: () => [['page', lastPage]] }];
  return [{ path, asks: name, query: (turn) => valuesOf(parameter, turn) }];
}

function valuesOf({ name, explode, schema, items }: Parameter, turn: number): Query {
  if (!items) return [[name, plausibleValue(name, schema, turn)]];
  const values = [0, 1, 2].map((more) => plausibleValue(name, items, turn + more));
  return explode === false ? [[name, values.join(',')]] : values.map((value) => [name, value] as const);
}

const combinedCounts = [10, 20];

/** Many filters across edges at once, all of which must hold or one of which. */
function combined(path: string, parameters: readonly Parameter[]): DocumentedRequest[] {
  const operator = parameters.find(({ name }) => name === 'filter_op');
  if (!operator) return [];
  const most = Number(/At most (\d+) filters/.exec(operator.description ?? '')?.[1] ?? 0);
  const edgeFilters = parameters.filter(isEdgeFilter);
  return combinedCounts
    .filter((count) => count <= most && count <= edgeFilters.length)
    .flatMap((count) => {
      const chosen = spread(edgeFilters, count);
      return ['and', 'or'].map((op) => ({
        path,
        asks: `${count} edges, ${op}`,
        query: (turn): Query => [
          ...chosen.flatMap((parameter) => valuesOf(parameter, turn).slice(0, 1)),
          ['filter_op', op],
        ],
      }));
    });
}

function isEdgeFilter({ name }: Parameter): boolean {
  return name.startsWith('has.') || name.split('.').length > 2;
}

function spread<T>(all: readonly T[], count: number): T[] {
  return all.filter(
    (_, at) => Math.floor((at * count) / all.length) !== Math.floor(((at - 1) * count) / all.length),
  );
}

/** The part of a parameter's schema that says what it may be. */
export interface ValueSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
}

/** Values begin at this row: the first rows are often the odd ones. */
const firstRow = 7;

/** The value for the n-th turn. */
export function plausibleValue(name: string, schema: ValueSchema, turn: number): string {
  const { type, format, pattern, enum: words, minimum = -Infinity, maximum = Infinity } = schema;
  const row = firstRow + turn;
  if (words) return String(words[turn % words.length]);
  if (type === 'boolean') return String(turn % 2 === 0);
  if (type === 'integer' || type === 'number') return String(Math.min(Math.max(row, minimum), maximum));
  if (format === 'int64') return String(row);
  if (format === 'decimal') return `${row}.25`;
  if (format === 'uuid') return uuidOf(row);
  if (format === 'date') return dateOf(row);
  if (format === 'date-time') return `${dateOf(row)}T${timeOf(row)}.123Z`;
  if (pattern?.includes('[0-5][0-9]:[0-5][0-9]')) return timeOf(row);
  return textFor(name, row);
}

/** A text of which the operator finds some. */
function textFor(name: string, row: number): string {
  const operator = name.split('.').at(-1) ?? '';
  const text = sharedText(row);
  if (/suffix/i.test(operator)) return text.slice(4);
  if (/has|contains/i.test(operator)) return text.slice(2);
  return text;
}

function dateOf(row: number): string {
  return `${2000 + (row % 30)}-${10 + (row % 3)}-${10 + (row % 18)}`;
}

function timeOf(row: number): string {
  return `${10 + (row % 14)}:${10 + (row % 50)}:${10 + (row % 50)}`;
}
