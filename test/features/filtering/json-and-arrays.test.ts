// Values inside JSON and items of lists: names, values and refusals, the document, and mistakes of the author.
import {
  Filter,
  FilterEQ,
  FilterGroup,
  FilterGroupEqual,
  FilterGroupLength,
  FilterGT,
  FilterHasAll,
  FilterHasAny,
  FilterIn,
  FilterIsEmpty,
  FilterPath,
  Schema,
  SortablePath,
  type JsonSchema,
} from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectIds, expectRefused } from '../../support/filter-cases.js';
import type { Fixture } from '../../support/for-each-database.js';
import { mistakesOf } from '../../support/schema-mistakes.js';

const shape: JsonSchema = {
  type: 'object',
  properties: {
    colour: { type: 'string' },
    size: { type: 'object', properties: { height: { type: 'number' }, count: { type: 'integer' } } },
    new: { type: 'boolean' },
    used: { type: 'boolean' },
    at: { type: 'string', format: 'date-time' },
    any: {},
  },
};
const texts: JsonSchema = { type: 'array', items: { type: 'string' } };

@Entity()
class Item {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'simple-json', nullable: true })
  @Schema(shape)
  @FilterPath('colour', FilterEQ, FilterIn)
  @FilterPath('size.height', FilterGT)
  @FilterPath('size.count', FilterEQ)
  @FilterPath('new', FilterEQ)
  @FilterPath('at', FilterGT)
  @FilterPath('used', FilterGroupEqual)
  @FilterPath('size.count', FilterGroupLength)
  @SortablePath('size.height')
  attributes!: object | null;

  @Column('simple-json')
  @Schema(texts)
  @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty)
  @FilterGroup('labels')
  tags!: string[];

  @Column('simple-array') @Filter(FilterHasAny) @FilterGroup('labels') words!: string[];
}

const items: Fixture = {
  entities: [Item],
  options: { limits: { listLength: 3 } },
  fill: async (dataSource) => {
    await dataSource.getRepository(Item).insert([
      {
        attributes: { colour: 'red', size: { height: 2, count: 1 }, new: true, used: true },
        tags: ['a', 'b'],
        words: ['x'],
      },
      { attributes: { colour: 'blue', size: { height: 10 }, new: false }, tags: [], words: ['b', 'y'] },
      { attributes: null, tags: ['B'], words: [] },
    ]);
  },
};

onEachDatabase(items, (stage) => {
  expectIds(stage, [
    ['/items?attributes.colour.eq=red', [1]],
    ['/items?attributes.colour.in=red&attributes.colour.in=blue', [1, 2]],
    ['/items?attributes.size.height.gt=2', [2]],
    ['/items?attributes.size.count.eq=1', [1]],
    ['/items?attributes.new.eq=false', [2]],
    ['/items?attributes.size.count.gte=1', [1]],
    ['/items?attributes.used.eq=true', [1]],
    ['/items?attributes.used.null=true', [2, 3]],
    ['/items?sort=attributes.size.height', [3, 1, 2]],
    ['/items?sort=-attributes.size.height', [2, 1, 3]],
    ['/items?tags.any=a&tags.any=B', [1, 3]],
    ['/items?tags.all=a&tags.all=b', [1]],
    ['/items?tags.all=a&tags.all=B', []],
    ['/items?tags.any=', []],
    ['/items?tags.any=&tags.any=a', [1]],
    ['/items?tags.empty=true', [2]],
    ['/items?tags.empty=false', [1, 3]],
    ['/items?labels.any=b', [1, 2]],
    ['/items?words.any=x,y', []],
  ]);

  expectRefused(stage, [
    '/items?attributes.size.height.gt=tall',
    '/items?attributes.size.height.gt=1e999',
    '/items?attributes.size.count.eq=1.5',
    '/items?attributes.size.count.eq=9007199254740992',
    '/items?attributes.new.eq=1',
    '/items?attributes.at.gt=yesterday',
    '/items?attributes.colour.gt=a',
    '/items?attributes.used.has=true',
    '/items?attributes.size.eq=1',
    '/items?attributes.nosuch.eq=1',
    "/items?attributes.colour'.eq=1",
    '/items?sort=attributes.colour',
    '/items?sort=attributes',
    '/items?tags.any=a&tags.any=b&tags.any=c&tags.any=d',
    '/items?tags.empty=maybe',
    '/items?words.all=x',
  ]);

  test('the document types each value', () => {
    const { parameters } = stage.client.document.components ?? {};
    expect(parameters?.['Item.attributes.size.height.gt']).toHaveProperty('schema.type', 'number');
    expect(parameters?.['Item.attributes.size.count.eq']).toHaveProperty('schema', {
      type: 'integer',
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
    });
    expect(parameters?.['Item.attributes.at.gt']).toHaveProperty('schema.format', 'date-time');
    expect(parameters?.['Item.tags.any']).toMatchObject({
      explode: true,
      schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    });
    expect(parameters?.['Item.tags.empty']).toHaveProperty('schema', { type: 'boolean' });
  });
});

test('what is wrong with a path, a predicate or a list is a mistake of the author', async () => {
  @Entity()
  class Wrong {
    @PrimaryGeneratedColumn() id!: number;
    @Column('simple-json')
    @Schema(shape)
    @FilterPath('nosuch', FilterEQ)
    @FilterPath('size', FilterEQ)
    @FilterPath('any', FilterEQ)
    @FilterPath('colour', FilterGT, FilterHasAny)
    @FilterPath('a"b', FilterEQ)
    @FilterPath('new')
    @FilterPath('used', FilterGroupLength)
    @SortablePath('colour.shade')
    attributes!: object;
    @Column('simple-json') @Schema({ type: 'array', items: texts }) @Filter(FilterHasAny) nested!: string[][];
    @Column() @FilterPath('x', FilterEQ) @SortablePath('x') text!: string;
    @Column({ type: 'simple-json', select: false })
    @Schema(shape)
    @FilterPath('colour', FilterEQ)
    @SortablePath('colour')
    hidden!: object;
  }
  const text = await mistakesOf([Wrong]);
  for (const part of [
    "@Schema declares no property at 'nosuch'",
    "declares neither a string, a number, an integer nor a boolean at 'size'",
    "integer nor a boolean at 'any'",
    "'any' does not fit a field of kind string",
    `'a"b' is not a path`,
    "names no predicate for 'new'",
    'names no predicate that fits a field of kind boolean',
    "@Schema declares no property at 'colour.shade'",
    "'any' does not fit a field of kind json",
    'paths are for JSON columns without a transformer',
    'the column is never returned, and a filter would reveal it',
    'the column is never returned, and its order would reveal it',
  ])
    expect(text).toContain(part);
});
