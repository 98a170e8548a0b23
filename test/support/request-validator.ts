// Holds a request against the OpenAPI document: what the document refuses, the server must refuse, too.
import { compilePathTemplate, type OpenApiDocument } from './declared-response.js';
import { compileSchemas } from './document-schemas.js';
import { mediaType } from './document-validator.js';
import { escaped, followed, keysAt, valueAt } from './json-pointer.js';

/** A request whose `path` is below the mount point and may carry a query. Names of headers are in any case. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw text; null for none. */
  readonly body: string | null;
}

/** Throws an `Error` that says why the document refuses a request that was answered with a status below 400. */
export type RequestCheck = (request: SentRequest, status: number) => void;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly explode: boolean;
  /** A pointer. */
  readonly schema: string;
}

interface Operation {
  readonly names: readonly string[];
  readonly parameters: readonly Parameter[];
  /** A pointer; undefined where the operation takes no body. */
  readonly body: string | undefined;
}

type Fits = (pointer: string, value: unknown) => boolean;

/** The check for one document. What is no operation of the document passes. */
export function requestValidator(
  document: OpenApiDocument,
  schemas = compileSchemas(document),
): RequestCheck {
  const findOperation = indexOperations(document);
  const fits: Fits = (pointer, value) => schemas(pointer)(value);
  return (request, status) => {
    const { method, path: target } = request;
    const at = target.indexOf('?');
    const [path, query] = at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
    const found = status < 400 ? findOperation(method, path) : undefined;
    if (!found) return;
    const { operation, values } = found;
    const fault =
      findParameterFault(operation, { request, query, path: values }, { document, fits }) ??
      findBodyFault(operation, request, { document, fits });
    if (fault !== undefined)
      throw new Error(`${method} ${target} is served, but the document refuses it: ${fault}`);
  };
}

interface Context {
  readonly document: OpenApiDocument;
  readonly fits: Fits;
}

function indexOperations(document: OpenApiDocument) {
  const templates = Object.keys(document.paths ?? {}).map((template) => ({
    template,
    names: Array.from(template.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name),
    pattern: compilePathTemplate(template),
  }));
  // A literal path wins over a template that fits, too.
  templates.sort((one, other) => one.names.length - other.names.length);
  const known = new Map<string, Operation>();
  return (method: string, path: string) => {
    for (const { template, names, pattern } of templates) {
      const match = pattern.exec(path);
      const at = `#/paths/${escaped(template)}/${method === 'HEAD' ? 'get' : method.toLowerCase()}`;
      if (!match || !valueAt(at, document)) continue;
      const operation = known.get(at) ?? readOperation(document, at, names);
      known.set(at, operation);
      return { operation, values: match.slice(1) };
    }
    return undefined;
  };
}

function readOperation(document: OpenApiDocument, at: string, names: readonly string[]): Operation {
  const parameters = keysAt(`${at}/parameters`, document).map((index) => {
    const pointer = followed(`${at}/parameters/${index}`, document);
    const schema = followed(`${pointer}/schema`, document);
    return {
      name: String(valueAt(`${pointer}/name`, document)),
      in: String(valueAt(`${pointer}/in`, document)),
      required: valueAt(`${pointer}/required`, document) === true,
      explode: valueAt(`${pointer}/explode`, document) !== false,
      schema,
    };
  });
  const body = valueAt(`${at}/requestBody`, document) ? followed(`${at}/requestBody`, document) : undefined;
  return { names, parameters, body };
}

interface Place {
  readonly request: SentRequest;
  readonly query: string;
  /** Of the parameters in the path, in their order. */
  readonly path: readonly string[];
}

function findParameterFault({ names, parameters }: Operation, place: Place, context: Context) {
  const query = listQuery(place.query);
  const headers = new Map(
    Object.entries(place.request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  for (const parameter of parameters) {
    const { name, required } = parameter;
    const values =
      parameter.in === 'query'
        ? query.get(name)
        : parameter.in === 'path'
          ? [decodeURIComponent(place.path[names.indexOf(name)] ?? '')]
          : [headers.get(name.toLowerCase()) ?? []].flat();
    if (!values || values.length === 0) {
      if (required) return `the parameter ${name} is required`;
    } else if (!isAllowed(parameter, values, context))
      return `the parameter ${name} is ${JSON.stringify(values)}`;
  }
  return undefined;
}

/** The occurrences of each parameter, not decoded. */
function listQuery(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const key = decode(name);
    found.set(key, [...(found.get(key) ?? []), rest.join('=')]);
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function isAllowed(parameter: Parameter, raw: readonly string[], context: Context): boolean {
  const { schema } = parameter;
  if (parameter.in !== 'query') return raw.every((value) => fitsSpelled(schema, value, context));
  if (raw.length === 1 && fitsSpelled(schema, decode(raw[0] ?? ''), context)) return true;
  const items = (parameter.explode ? raw : raw.flatMap((value) => value.split(/,|%2C/i))).map(decode);
  // An empty text is a list of no items, or of one that is empty.
  const lists = [items, items.filter((item) => item !== '')];
  return lists.some((list) => context.fits(schema, list) || context.fits(schema, list.map(toJsonValue)));
}

/** A text is a value of the schema as it is, as the number or truth value that it spells, or by its JSON. */
function fitsSpelled(schema: string, text: string, context: Context): boolean {
  const { document, fits } = context;
  if (!fits(schema, text) && !fits(schema, toJsonValue(text))) return false;
  if (valueAt(`${schema}/contentSchema`, document) === undefined) return true;
  const value = parseJson(text);
  return value !== undefined && fits(`${schema}/contentSchema`, value);
}

function toJsonValue(text: string): unknown {
  return /^(true|false|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)$/.test(text) ? JSON.parse(text) : text;
}

function findBodyFault({ body: pointer }: Operation, { headers, body }: SentRequest, context: Context) {
  const { document, fits } = context;
  if (pointer === undefined) return undefined;
  if (body === null || body === '')
    return valueAt(`${pointer}/required`, document) === true ? 'the body is required' : undefined;
  const type = mediaType({ headers });
  const content = keysAt(`${pointer}/content`, document);
  if (!content.includes(type)) return `the type of the body is ${type}, not ${content.join(' or ')}`;
  const value = type.includes('json') ? parseJson(body) : body;
  const schema = `${pointer}/content/${escaped(type)}/schema`;
  return value !== undefined && fits(schema, value) ? undefined : `the body is ${body.slice(0, 300)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
