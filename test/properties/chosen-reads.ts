// Random requests that use what clients may choose: where, include, fields, counts, aggregates, exports. The names come
// from the document, so that whatever it offers is tried.
import type { ApiModel, EntityModel, FilterModel } from '@decorest/core';
import fc from 'fast-check';
import type { OpenApiDocument } from '../support/declared-response.js';

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>;
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;
type Pair = readonly [name: string, value: string];

/** A GET request; `accept` is one of the media types that the document offers. */
export interface ChosenRead {
  readonly target: string;
  readonly accept: string;
}

/** Reads with random choices. `valueOf` makes the text of a filter's value. */
export function anyChosenReads(
  { model, document }: { readonly model: ApiModel; readonly document: OpenApiDocument },
  valueOf: (filter: FilterModel) => fc.Arbitrary<unknown>,
): fc.Arbitrary<ChosenRead> {
  const routes = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    item.get && !path.includes('openapi')
      ? [
          {
            path,
            parameters: parametersOf(document, item.get),
            types: mediaTypesOf(item.get),
          },
        ]
      : [],
  );
  return fc.constantFrom(...routes).chain(({ path, parameters, types }) => {
    const entity = subjectOf(model, path);
    const chosen = parameters.flatMap((parameter) => pairOf(parameter, entity, { model, valueOf }));
    const query = fc
      .subarray(chosen, { maxLength: Math.min(4, chosen.length) })
      .chain((pairs) => fc.tuple(...pairs));
    const accept = fc.constantFrom(...types);
    return fc.tuple(fc.integer({ min: 1, max: 6 }), query, accept).map(([id, pairs, type]) => {
      const asked = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      return { target: `${path.replace('{id}', String(id))}?${asked}`, accept: type };
    });
  });
}

function parametersOf(document: OpenApiDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).flatMap((parameter) => {
    const found = '$ref' in parameter ? lookUp(document, parameter.$ref) : parameter;
    return found.in === 'query' ? [found] : [];
  });
}

function mediaTypesOf({ responses }: Operation): string[] {
  const success = responses?.['200'];
  return success && 'content' in success ? Object.keys(success.content ?? {}) : ['application/json'];
}

function lookUp(document: OpenApiDocument, reference: string): Parameter {
  const name = reference.split('/').at(-1) ?? '';
  return document.components?.parameters?.[name] as Parameter;
}

/** The entity whose rows a path answers with. */
function subjectOf(model: ApiModel, path: string): EntityModel {
  const [, collection, , last] = path.replace('/aggregate', '').split('/');
  const entity = model.entities.find(({ path: own }) => own === collection);
  if (!entity) throw new Error(`${path} is the path of no entity.`);
  const edge = entity.edges.find(({ path: own }) => own === last);
  return edge ? targetOf(model, edge) : entity;
}

function targetOf(model: ApiModel, { target }: { readonly target: string }): EntityModel {
  const entity = model.entities.find(({ name }) => name === target);
  if (!entity) throw new Error(`The model has no ${target}.`);
  return entity;
}

/** What the values are made with. */
interface Making {
  readonly model: ApiModel;
  readonly valueOf: (filter: FilterModel) => fc.Arbitrary<unknown>;
}

/** The parameters whose values the document lists, and trees of filters; none for the others. */
function pairOf(
  { name, schema, content }: Parameter,
  entity: EntityModel,
  making: Making,
): fc.Arbitrary<Pair>[] {
  if (content)
    return [
      anyTree(whereEntity(name, entity, making.model), making, 2).map((tree) => [name, JSON.stringify(tree)]),
    ];
  if (!schema || '$ref' in schema || name === 'random' || name === 'pretty') return [];
  if (schema.type === 'array' && schema.items && 'enum' in schema.items) {
    const values = (schema.items.enum ?? []).filter((value) => value !== 'random').map(String);
    if (values.length === 0) return [];
    return [
      fc
        .subarray(values, { minLength: 1, maxLength: Math.min(3, values.length) })
        .map((some) => [name, withoutTwins(some).join()]),
    ];
  }
  if (name.endsWith('.limit') || name === 'per_page')
    return [fc.integer({ min: 1, max: 3 }).map((limit) => [name, String(limit)])];
  if (name === 'count' || name === 'order')
    return [fc.constantFrom(...((schema.enum ?? []) as string[])).map((value) => [name, value])];
  if (name.startsWith('having.count.'))
    return [fc.integer({ min: 0, max: 3 }).map((value) => [name, String(value)])];
  return [];
}

/** Of `name` and `-name` the first. */
function withoutTwins(keys: readonly string[]): string[] {
  return keys.filter(
    (key, at) => !keys.slice(0, at).some((other) => other.replace(/^-/, '') === key.replace(/^-/, '')),
  );
}

/** The entity that `<path>.where` filters; that of the list for `where`. */
function whereEntity(name: string, entity: EntityModel, model: ApiModel): EntityModel {
  return name
    .split('.')
    .slice(0, -1)
    .reduce((from, step) => {
      const edge = from.edges.find((candidate) => candidate.name === step);
      if (!edge) throw new Error(`${from.name} has no edge ${step}.`);
      return targetOf(model, edge);
    }, entity);
}

/** A tree of filters of the entity, with quantifiers over edges that are filterable. */
function anyTree(entity: EntityModel, making: Making, depth: number): fc.Arbitrary<object> {
  const own = entity.filters.filter(({ targets }) => targets.every(({ edge }) => edge === null));
  const leaf =
    own.length === 0
      ? fc.constant({})
      : fc
          .constantFrom(...own)
          .chain((filter) => making.valueOf(filter).map((value) => ({ [filter.name]: value })));
  const leaves = own.length === 0 ? [] : [leaf];
  if (depth === 0) return leaf;
  const inner = anyTree(entity, making, depth - 1);
  const filterable = entity.edges.filter(({ name }) =>
    entity.filters.some((filter) => filter.name === `has.${name}`),
  );
  const quantified = filterable.map((edge) =>
    fc
      .tuple(fc.constantFrom('some', 'none', 'all'), anyTree(targetOf(making.model, edge), making, 0))
      .map(([quantifier, tree]) => ({ [`${quantifier}.${edge.name}`]: tree })),
  );
  return fc.oneof(
    ...leaves,
    inner.map((tree) => ({ not: tree })),
    fc.tuple(fc.constantFrom('and', 'or'), inner, inner).map(([junction, a, b]) => ({ [junction]: [a, b] })),
    ...quantified,
  );
}
