// OpenAPI document -> which answers it declares, by path, method and status. References are followed here.
import type { openApiDocument } from '@decorest/openapi';
import { escaped, followed, keysAt, valueAt } from './json-pointer.js';

/** A document as `openApiDocument` makes it. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>;

type PathItem = NonNullable<OpenApiDocument['paths']>[string];

/** One declared answer. */
export interface DeclaredResponse {
  /** JSON pointer to the schema, by media type; empty for an answer without a body. */
  readonly content: ReadonlyMap<string, string>;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, DeclaredHeader>;
}

export interface DeclaredHeader {
  readonly required: boolean;
  /** JSON pointer to the schema. */
  readonly schema: string | undefined;
}

/** Answers by status. */
type Operation = ReadonlyMap<string, DeclaredResponse>;

/** Everything a document declares. */
export interface DeclaredResponses {
  /** Operations by method at a path, with or without a query; undefined where the document has no such path. */
  operations(path: string): ReadonlyMap<string, Operation> | undefined;
  /** The answers of a method at a template that fits a path whose literal lacks the method: of the row with the id `bulk`. */
  templateOperation(path: string, method: string): Operation | undefined;
  /** Lower-case names of all headers that some answer declares. */
  readonly headerNames: ReadonlySet<string>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Reads a document once. */
export function declaredResponses(document: OpenApiDocument): DeclaredResponses {
  // A literal path wins over a template that fits, too.
  const isTemplate = (path: string) => path.endsWith('}');
  const declared = Object.entries(document.paths ?? {}).sort(
    ([one], [other]) => Number(isTemplate(one)) - Number(isTemplate(other)),
  );
  const paths = declared.map(([template, item]) => ({
    pattern: compilePathTemplate(template),
    operations: operationsOf(item, `#/paths/${escaped(template)}`, document),
  }));
  const responses = paths.flatMap(({ operations }) =>
    [...operations.values()].flatMap((byStatus) => [...byStatus.values()]),
  );
  return {
    operations: (path) => paths.find(({ pattern }) => pattern.test(path.split('?', 1)[0] ?? ''))?.operations,
    templateOperation: (path, method) =>
      paths
        .filter(({ pattern }) => pattern.test(path.split('?', 1)[0] ?? ''))
        .find(({ operations }) => operations.has(method))
        ?.operations.get(method),
    headerNames: new Set(responses.flatMap(({ headers }) => [...headers.keys()])),
  };
}

/** What fits a path template; each parameter is a group. */
export function compilePathTemplate(template: string): RegExp {
  const segments = template.split(/\{[^}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${segments.join('([^/]+)')}$`);
}

/** `HEAD` is declared where `GET` is. */
function operationsOf(item: PathItem, at: string, document: OpenApiDocument): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const method of methods) {
    const responses = item[method]?.responses;
    if (!responses) continue;
    const operation = operationOf(responses, `${at}/${method}/responses`, document);
    found.set(method.toUpperCase(), operation);
    if (method === 'get') found.set('HEAD', operation);
  }
  return found;
}

function operationOf(responses: object, at: string, document: OpenApiDocument): Operation {
  return new Map(Object.keys(responses).map((status) => [status, responseOf(`${at}/${status}`, document)]));
}

function responseOf(pointer: string, document: OpenApiDocument): DeclaredResponse {
  const at = followed(pointer, document);
  return {
    content: new Map(
      keysAt(`${at}/content`, document).map((type) => [type, `${at}/content/${escaped(type)}/schema`]),
    ),
    headers: new Map(
      keysAt(`${at}/headers`, document).map((name) => [
        name.toLowerCase(),
        headerOf(`${at}/headers/${escaped(name)}`, document),
      ]),
    ),
  };
}

function headerOf(pointer: string, document: OpenApiDocument): DeclaredHeader {
  const at = followed(pointer, document);
  const schema = valueAt(`${at}/schema`, document) === undefined ? undefined : `${at}/schema`;
  return { required: valueAt(`${at}/required`, document) === true, schema };
}
