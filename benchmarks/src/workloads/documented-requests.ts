// An OpenAPI document -> the GET requests that it publishes, one for each query parameter and sort key.
import { plausibleValue, type ValueSchema } from './plausible-value.js';

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
  /** What it asks for: `name.has`, `sort=-name`, `10 edges, or`. */
  readonly asks: string;
  /** The query in the n-th turn: another value each time, so that no total is remembered. */
  query(turn: number): Query;
}

/** Set by whoever asks: how many pages there are depends on the rows. */
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
