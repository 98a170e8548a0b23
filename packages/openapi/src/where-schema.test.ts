// The parameter `where` and its recursive schemas, and the filters that a list requires.
import type { oas31 } from 'openapi3-ts';
import { model, pet, route, user } from '../../../test/support/pet-api.js';
import { createDocumentContext } from './document-context.js';
import { buildFilterParameters } from './filter-parameter.js';
import { buildOperation } from './operation-object.js';
import { buildWhereParameter } from './where-schema.js';

/** The components of pets whose lists take `where`, so many edges deep. */
function componentsOf(depth: number): oas31.ComponentsObject {
  const filtered = { ...pet, where: { depth } };
  const context = createDocumentContext(model([filtered, user]), {});
  buildWhereParameter(filtered, context);
  return context.components.complete({}).components;
}

function propertiesOf(depth: number, name: string): Record<string, unknown> {
  const schema = componentsOf(depth).schemas?.[name] as oas31.SchemaObject | undefined;
  return schema?.properties ?? {};
}

test('is JSON in the query', () => {
  expect(componentsOf(1).parameters?.['Pet.condition']).toMatchObject({
    name: 'where',
    in: 'query',
    schema: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/PetWhere' },
    },
  });
});

test('an object has at least one member, and no other', () => {
  expect(componentsOf(1).schemas?.PetWhere).toMatchObject({
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
  });
});

test('it refers to itself, and to its edges with one edge fewer', () => {
  const self = { $ref: '#/components/schemas/PetWhere' };
  const target = { $ref: '#/components/schemas/UserWhereRow' };
  expect(propertiesOf(1, 'PetWhere')).toMatchObject({
    and: { type: 'array', items: self, minItems: 1, maxItems: 20 },
    or: { type: 'array', items: self, minItems: 1 },
    not: self,
    'some.owner': target,
    'none.owner': target,
    'all.owner': target,
  });
});

test('without edges left, an object has filters of its own fields only', () => {
  const names = Object.keys(propertiesOf(1, 'UserWhereRow'));
  const own = user.filters.filter(({ targets }) => targets.every(({ edge }) => edge === null));
  expect(names).toEqual(['and', 'or', 'not', ...own.map(({ name }) => name)]);
  expect(names.length).toBeGreaterThan(3);
});

test('a filter has the schema of its parameter', () => {
  const filtered = { ...pet, where: { depth: 1 } };
  const context = createDocumentContext(model([filtered, user]), {});
  buildWhereParameter(filtered, context);
  const parameters = buildFilterParameters(route('list', filtered), context).map(({ build }) => build());
  const { schemas, parameters: built = {} } = context.components.complete({}).components;
  const { properties = {} } = (schemas?.PetWhere ?? {}) as oas31.SchemaObject;
  expect(parameters.length).toBeGreaterThan(1);
  for (const { name } of filtered.filters)
    expect({ name, schema: properties[name] }).toEqual({
      name,
      schema: (built[`Pet.${name}`] as oas31.ParameterObject).schema,
    });
});

describe('a required filter', () => {
  const required = (names: readonly string[], where: { depth: number } | null = null) => {
    const filtered = { ...pet, requiredFilters: names, where };
    const context = createDocumentContext(model([filtered, user]), {});
    const { description, parameters = [] } = buildOperation(route('list', filtered), context);
    return { description, required: parameters.filter((one) => 'required' in one && one.required) };
  };

  test('alone is a required parameter', () => {
    const { description, required: found } = required(['age.gt']);
    expect(found).toMatchObject([{ name: 'age.gt', required: true }]);
    expect(description).toMatch(/ The filter `age.gt` is required\.$/);
  });

  test('among several, or where the lists take where, is told in words', () => {
    expect(required(['age.gt', 'type.eq'])).toEqual({
      description: expect.stringMatching(/ One of the filters `age.gt`, `type.eq` is required\.$/) as string,
      required: [],
    });
    expect(required(['age.gt'], { depth: 1 })).toEqual({
      description: expect.stringMatching(
        /as a parameter or in `where`, outside of `or`, `not` and edges\.$/,
      ) as string,
      required: [],
    });
  });
});
