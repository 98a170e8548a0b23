// Parts of an OpenAPI document as tests ask for them. References are followed here.
import type { openApiDocument } from '@decorest/openapi';

type Document = ReturnType<typeof openApiDocument>;
type Json = Readonly<Record<string, unknown>>;

/** One operation, its references followed. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Names of the query parameters. */
  readonly query: readonly string[];
  readonly parameter: (name: string) => Json;
  readonly statuses: readonly string[];
  /** Schema of the request body. */
  readonly body: Json;
  /** Schema of the answer with this status. */
  readonly answer: (status: number) => Json;
}

/** The operation of a route such as `GET /pets/{id}`; undefined where the document has none. */
export function operationIn(document: Document, route: string): DocumentedOperation | undefined {
  const [method = '', path = ''] = route.split(' ');
  const operation = at(document.paths ?? {}, path, method.toLowerCase());
  if (operation === undefined) return undefined;
  const follow = (part: unknown) => followed(document, part);
  const parameters = list(operation.parameters).map(follow);
  return {
    operationId: String(operation.operationId),
    summary: String(operation.summary),
    description: String(operation.description),
    tags: list(operation.tags).map(String),
    deprecated: operation.deprecated === true,
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => String(name)),
    parameter: (name) => parameters.find((parameter) => parameter.name === name) ?? {},
    statuses: Object.keys(object(operation.responses)),
    body: follow(at(follow(operation.requestBody), 'content', 'application/json', 'schema')),
    answer: (status) =>
      follow(at(follow(object(operation.responses)[status]), 'content', 'application/json', 'schema')),
  };
}

/** A schema among the components; undefined where there is none. */
export function schemaIn(document: Document, name: string): Json | undefined {
  return at(document, 'components', 'schemas', name);
}

/** The schema of one property of a component. */
export function propertyIn(document: Document, schema: string, property: string): Json | undefined {
  return at(document, 'components', 'schemas', schema, 'properties', property);
}

/** All routes of the document, such as `GET /pets/{id}`. */
export function routesIn(document: Document): string[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function followed(document: Document, part: unknown): Json {
  const { $ref, ...rest } = object(part);
  if (typeof $ref !== 'string') return rest;
  return followed(document, at(document, ...$ref.slice('#/'.length).split('/')));
}

function at(from: object, ...steps: readonly string[]): Json | undefined {
  const found = steps.reduce<unknown>((value, step) => object(value)[step], from);
  return isObject(found) ? found : undefined;
}

function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
