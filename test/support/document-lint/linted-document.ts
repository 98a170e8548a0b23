// A document as the lint reads it: its schemas with their places, and its operations with references followed.
import type { OpenApiDocument } from '../declared-response.js';

export type Json = Readonly<Record<string, unknown>>;

/** What a rule found: a place of the document, and what is there. */
export interface Finding {
  /** Number of the rule; `spellings` says what it is. */
  readonly rule: number;
  readonly place: string;
  readonly what: string;
}

/** A schema and its JSON pointer. */
export interface PlacedSchema {
  readonly schema: Json;
  readonly place: string;
}

/** One operation. */
export interface LintedOperation {
  /** Method and path. */
  readonly place: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Json[];
  /** Schemas of the request body by media type, not followed. */
  readonly bodies: readonly (readonly [type: string, schema: Json])[];
  /** Examples of the request body. */
  readonly examples: readonly unknown[];
  readonly responses: Json;
}

export interface LintedDocument {
  readonly whole: Json;
  readonly schemas: ReadonlyMap<string, Json>;
  readonly parameterNames: readonly string[];
  readonly operations: readonly LintedOperation[];
  /** What a reference leads to; any other value as it is. */
  readonly follow: (value: unknown) => Json;
  /** The components that some answer refers to. */
  readonly ofAnswers: readonly PlacedSchema[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads a document once, for all rules. */
export function readLintedDocument(document: OpenApiDocument): LintedDocument {
  const whole = toJson(document);
  const follow = createFollower(whole);
  const components = toJson(whole.components);
  const operations = Object.entries(toJson(whole.paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => readOperation(toJson(item), { path, method, follow })),
  );
  return {
    whole,
    schemas: new Map(Object.entries(toJson(components.schemas)).map(([name, one]) => [name, toJson(one)])),
    parameterNames: Object.keys(toJson(components.parameters)),
    operations,
    follow,
    ofAnswers: collectAnswers(whole, operations),
  };
}

function readOperation(
  item: Json,
  { path, method, follow }: { path: string; method: string; follow: LintedDocument['follow'] },
): LintedOperation[] {
  if (item[method] === undefined) return [];
  const operation = toJson(item[method]);
  const content = toJson(follow(operation.requestBody).content);
  return [
    {
      place: `${method.toUpperCase()} ${path}`,
      operationId: String(operation.operationId),
      tags: toList(operation.tags).map(String),
      parameters: [...toList(item.parameters), ...toList(operation.parameters)].map(follow),
      bodies: Object.entries(content).map(([type, media]) => [type, toJson(toJson(media).schema)] as const),
      examples: Object.values(content).flatMap((media) => listExamples(toJson(media))),
      responses: toJson(operation.responses),
    },
  ];
}

function listExamples({ example, examples }: Json): unknown[] {
  const named = Object.values(toJson(examples)).map((one) => toJson(one).value);
  return named.length > 0 || example === undefined ? named : [example];
}

function createFollower(whole: Json): LintedDocument['follow'] {
  const follow = (value: unknown): Json => {
    const { $ref, ...rest } = toJson(value);
    return typeof $ref === 'string' ? { ...follow(resolvePointer(whole, $ref)), ...rest } : rest;
  };
  return follow;
}

function resolvePointer(whole: Json, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => toJson(at)[key], whole);
}

function collectAnswers(whole: Json, operations: readonly LintedOperation[]): PlacedSchema[] {
  const found = new Map<string, Json>();
  const visit = (value: unknown) => {
    for (const { schema } of listSchemas(value, '')) {
      const { $ref } = schema;
      if (typeof $ref !== 'string' || !$ref.startsWith('#/components/') || found.has($ref)) continue;
      found.set($ref, toJson(resolvePointer(whole, $ref)));
      visit(found.get($ref));
    }
  };
  for (const { responses } of operations) visit(responses);
  return [...found].flatMap(([place, schema]) =>
    place.startsWith('#/components/schemas/') ? [{ place, schema }] : [],
  );
}

/** Keys whose values are data, not schemas. */
const dataKeys: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** A value and all objects within it, as far as they can be schemas. */
export function listSchemas(value: unknown, place: string): PlacedSchema[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => listSchemas(item, `${place}/${String(at)}`));
  if (!isJson(value)) return [];
  const isNamed = place.endsWith('/properties');
  const inner = Object.entries(value).flatMap(([key, part]) =>
    isNamed || !dataKeys.has(key) ? listSchemas(part, `${place}/${key}`) : [],
  );
  return isNamed ? inner : [{ schema: value, place }, ...inner];
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toJson(value: unknown): Json {
  return isJson(value) ? value : {};
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A name as languages with other habits of case and punctuation see it. */
export function foldName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}
