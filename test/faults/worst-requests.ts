// Requests that cost as much as the limits of an API allow, made from its OpenAPI document: each query parameter of each
// operation alone, with its most expensive values, and many together.
import type { OpenApiDocument } from '../support/declared-response.js';

/** A request. `spare` are its parameters that can be left out, if all of them are more than a limit allows. */
export interface WorstRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly spare: number;
  readonly accept?: string;
  readonly body?: object;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly content?: object;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly formats: readonly string[];
  readonly body: object | undefined;
}

/** Texts that most rows have, that none has, of eight words, and as long as allowed. */
const texts = ['e', 'nowhere', 'a e o n r 1 2 3', 'e'.repeat(1_024)];

/** The id of the row that has most related rows. */
const crowdedId = '1';

/** What a client can send. */
export class WorstRequests {
  readonly #operations: readonly Operation[];
  readonly #deepPage: number;
  readonly #random: () => number;

  /** `deepPage` is one that most lists have. */
  constructor(
    document: OpenApiDocument,
    { deepPage, random }: { readonly deepPage: number; readonly random: () => number },
  ) {
    this.#operations = listOperations(document);
    this.#deepPage = deepPage;
    this.#random = random;
  }

  /**
   * Reads with each parameter alone, and one of its expensive values. With `most`, so many at random of all parameters with all
   * values.
   */
  listReads(most?: number): readonly WorstRequest[] {
    return this.#listSingle(({ method }) => method === 'GET', most);
  }

  /** The same for writes. Those that delete come last. */
  listWrites(most?: number): readonly WorstRequest[] {
    const changes = this.#listSingle(({ method }) => method === 'POST' || method === 'PATCH', most);
    return [...changes, ...this.#listSingle(({ method }) => method === 'DELETE', most)];
  }

  /** Reads with many parameters together. */
  listCombined(count: number): readonly WorstRequest[] {
    const lists = this.#operations.filter(
      ({ method, parameters }) => method === 'GET' && parameters.length > 5,
    );
    return Array.from({ length: count }, (_, at) => lists[at % lists.length]).flatMap((operation) =>
      operation ? [this.#combine(operation)] : [],
    );
  }

  #listSingle(isMeant: (operation: Operation) => boolean, most: number | undefined): readonly WorstRequest[] {
    const choose = (sent: readonly string[]) => (most === undefined ? this.#pick(sent) : sent);
    const single = this.#operations
      .filter(isMeant)
      .flatMap((operation) => [
        createRequest(operation, []),
        ...operation.parameters.flatMap((parameter) =>
          choose(listSent(parameter, operation)).map((sent) => createRequest(operation, [sent])),
        ),
        ...operation.formats.map((accept) => ({ ...createRequest(operation, []), accept })),
      ]);
    return most === undefined ? single : this.#shuffle(single).slice(0, most);
  }

  #combine(operation: Operation): WorstRequest {
    const { parameters } = operation;
    const fixed = parameters
      .filter(isOfPage)
      .flatMap((parameter) =>
        this.#pick(
          parameter.name === 'page' ? ['page=1', `page=${this.#deepPage}`] : listSent(parameter, operation),
        ),
      );
    const filters = this.#shuffle(parameters.filter((parameter) => !isOfPage(parameter)));
    const sent = filters.slice(0, 20).flatMap((parameter) => this.#pick(listSent(parameter, operation)));
    const request = createRequest(operation, [...fixed, ...sent]);
    const accept = this.#random() < 0.1 ? this.#pick(operation.formats)[0] : undefined;
    return { ...request, spare: sent.length, ...(accept !== undefined && { accept }) };
  }

  #pick(from: readonly string[]): readonly string[] {
    const at = Math.floor(this.#random() * from.length);
    return from.slice(at, at + 1);
  }

  #shuffle<T>(items: readonly T[]): readonly T[] {
    const keyed = items.map((item) => ({ item, key: this.#random() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}

/** The same request with fewer parameters; undefined where none can be left out. */
export function shrink(request: WorstRequest): WorstRequest | undefined {
  const { parameters, spare } = request;
  if (spare === 0) return undefined;
  const less = Math.ceil(spare / 4);
  return { ...request, parameters: parameters.slice(0, -less), spare: spare - less };
}

export function targetOf({ path, parameters }: WorstRequest): string {
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** What there is once in a request, beside its filters. */
function isOfPage({ name }: Parameter): boolean {
  return /^(page|per_page|count|sort|fields|include|filter_op|group_by|measures|where)$/.test(name);
}

function listOperations(document: OpenApiDocument): readonly Operation[] {
  const { paths, components } = document as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
    readonly components: {
      readonly parameters?: Readonly<Record<string, Parameter>>;
      readonly schemas?: Readonly<Record<string, Schema>>;
    };
  };
  const resolve = (given: Parameter | Reference): Parameter => {
    if (!('$ref' in given)) return given;
    const found = components.parameters?.[given.$ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`${given.$ref} is not in the document.`);
    return found;
  };
  const resolveSchema = (given: Schema): Schema =>
    given.$ref ? resolveSchema(components.schemas?.[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
  const bodyOf = ({ requestBody }: DocumentedOperation) => {
    const { schema } = requestBody?.content['application/json'] ?? {};
    return schema && (createBody(schema, resolveSchema) as object);
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace('{id}', crowdedId),
      parameters: (operation.parameters ?? []).map(resolve).filter(({ in: place }) => place === 'query'),
      body: bodyOf(operation),
      formats: Object.keys(operation.responses['200']?.content ?? {}).filter((type) =>
        /csv|ndjson/.test(type),
      ),
    })),
  );
}

interface Reference {
  readonly $ref: string;
}

interface DocumentedOperation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

function createRequest({ method, path, body }: Operation, parameters: readonly string[]): WorstRequest {
  return { method, path, parameters, spare: 0, ...(body && { body }) };
}

/** What a schema asks for, as much of a list as it allows. */
function createBody(schema: Schema, resolve: (schema: Schema) => Schema): unknown {
  const { type, properties = {}, required, items, maxItems = 1 } = resolve(schema);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'array')
    return Array.from({ length: Math.min(maxItems, 1_000) }, () => createBody(items ?? {}, resolve));
  if (kind !== 'object') return listValues(resolve(schema))[0];
  const plain = Object.keys(properties).filter((name) => {
    const { type: own } = resolve(properties[name] ?? {});
    return own === 'string' || own === 'integer';
  });
  const names = required ?? plain.filter((name) => name !== 'id').slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, createBody(properties[name] ?? {}, resolve)]));
}

/** The parameter with each of its expensive values, as text of the query. */
function listSent(parameter: Parameter, operation: Operation): readonly string[] {
  const { name, schema, explode } = parameter;
  const pair = (value: string | number) => `${name}=${encodeURIComponent(value)}`;
  if (parameter.content) return listConditions(operation).map((condition) => pair(JSON.stringify(condition)));
  if (!schema) return [];
  if (schema.type !== 'array') return listValues(schema).map(pair);
  const items = listItems(schema);
  return explode === false
    ? items.map((list) => pair(list.join()))
    : items.map((list) => list.map(pair).join('&'));
}

/** One item, and as many as are allowed. */
function listItems({ items = {}, maxItems = 100 }: Schema): readonly (readonly (string | number)[])[] {
  if (items.enum) {
    const rest = [...items.enum].reverse().filter((item) => !String(item).startsWith('-'));
    return [...items.enum.map((item) => [item]), rest.slice(0, Math.min(maxItems, 8))];
  }
  const [first = '', ...others] = listValues(items);
  const most = Array.from({ length: maxItems }, (_, at) =>
    typeof first === 'number' ? at + 1 : first + String(at),
  );
  return [[first], ...others.slice(0, 1).map((value) => [value]), most];
}

function listValues({
  type,
  enum: members,
  format,
  minimum,
  maximum,
  maxLength,
}: Schema): readonly (string | number)[] {
  if (members) return members;
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'integer' || type === 'number')
    return [...new Set([3, Math.max(minimum ?? 0, 0), maximum ?? 7])];
  switch (format) {
    case 'date':
      return ['2012-06-15'];
    case 'date-time':
      return ['2012-06-15T00:00:00.000Z'];
    case 'decimal':
      return ['5'];
  }
  return maxLength === undefined ? ['5'] : texts.map((text) => text.slice(0, maxLength));
}

/** Conditions as wide and as deep as the limits allow, of the operation's own filters. */
function listConditions({ parameters }: Operation): readonly object[] {
  const names = parameters.map(({ name }) => name);
  const textual = names.filter((name) => /\.(ihas|has|suffix|ieq)$/.test(name));
  const worded = names.filter((name) => name.endsWith('.words'));
  const edges = [...new Set(names.flatMap((name) => /^has\.(\w+)$/.exec(name)?.[1] ?? []))];
  const wide = repeat([...textual, ...worded], 20).map((name, at) => ({ [name]: `${String(at)} e` }));
  const many = repeat(worded, 20).map((name) => ({ [name]: 'a e o n r 1 2 3' }));
  const quantified = edges.flatMap((edge) => {
    const within = names
      .filter((name) => name.startsWith(`${edge}.`))
      .map((name) => name.slice(edge.length + 1));
    const inner = within.filter((name) => /^\w+\.(ihas|words)$/.test(name)).slice(0, 2);
    return inner.flatMap((name) =>
      ['some', 'none', 'all'].map((quantifier) => ({ [`${quantifier}.${edge}`]: { [name]: 'e' } })),
    );
  });
  const deep = quantified.slice(0, 8).map((one) => ({ not: { or: [one, { not: one }] } }));
  return [
    { or: wide },
    { and: wide },
    { or: many },
    { or: quantified },
    { and: quantified.slice(0, 6) },
    { and: deep },
    { not: { or: wide } },
  ].filter((condition) => !JSON.stringify(condition).includes('[]'));
}

function repeat(names: readonly string[], count: number): readonly string[] {
  if (names.length === 0) return [];
  return Array.from({ length: count }, (_, at) => names[at % names.length] ?? '');
}
