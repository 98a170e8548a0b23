// Columns with transformers: the values of the API are those of the property, whatever the column stores.
import {
  createApi,
  Filter,
  FilterGroupEqual,
  FilterGroupLength,
  Schema,
  SchemaError,
  Sortable,
} from '@decorest/core';
import { IsInt, Max, MaxLength, Min } from 'class-validator';
import { Column, Entity, PrimaryGeneratedColumn, type ValueTransformer } from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem, places } from '../../support/problem.js';
import { openDatabase } from '../../support/test-database.js';

type Convert = (value: never) => unknown;

/** Null stays null. */
function converting(to: Convert, from: Convert): ValueTransformer {
  const orNull = (convert: Convert) => (value: unknown) =>
    value === null || value === undefined ? value : convert(value as never);
  return { to: orNull(to), from: orNull(from) };
}

const numeric = converting(String, Number);
const cents = converting(
  (euros: number) => Math.round(euros * 100),
  (stored: number) => stored / 100,
);
const yesNo = converting(
  (flag: boolean) => (flag ? 'Y' : 'N'),
  (stored: string) => stored === 'Y',
);
const epoch = converting(
  (date: Date) => String(date.getTime()),
  (stored: string) => new Date(Number(stored)),
);
const joined = converting(
  (words: string[]) => words.join(' '),
  (stored: string) => stored.split(' '),
);
const secret = converting(
  (text: string) => Buffer.from(text).reverse(),
  (stored: Buffer) => Buffer.from(stored).reverse().toString(),
);
const upper = converting(
  (text: string) => text.toUpperCase(),
  (stored: string) => stored,
);

@Entity()
class Ware {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'decimal', precision: 10, scale: 2, transformer: numeric })
  @Filter(FilterGroupEqual, FilterGroupLength)
  @Sortable()
  @Min(0)
  price!: number;

  @Column({ type: 'bigint', transformer: numeric })
  @Filter(FilterGroupEqual)
  @IsInt()
  views!: number;

  @Column({ type: 'int', default: 250, transformer: cents })
  @Filter(FilterGroupEqual, FilterGroupLength)
  @Max(100)
  fee!: number;

  @Column({ type: 'varchar', length: 1, transformer: yesNo })
  @Filter(FilterGroupEqual)
  active!: boolean;

  @Column({ type: 'varchar', length: 20, transformer: epoch })
  @Filter(FilterGroupEqual)
  since!: Date;

  @Column({ type: 'varchar', length: 80, transformer: joined })
  @Schema({ type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } })
  words!: string[];

  @Column({ type: 'simple-json', transformer: upperKeys() })
  @Schema({ type: 'object', additionalProperties: { type: 'integer' } })
  sizes!: Record<string, number>;

  @Column({ type: 'varchar', length: 20, nullable: true, transformer: upper })
  @Filter(FilterGroupEqual)
  @MaxLength(10)
  code!: string;
}

function upperKeys(): ValueTransformer {
  const renamed = (change: (key: string) => string) => (value: Record<string, number>) =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [change(key), member]));
  return converting(
    renamed((key) => key.toUpperCase()),
    renamed((key) => key.toLowerCase()),
  );
}

const ware = {
  price: 5.25,
  views: 12,
  fee: 12.5,
  active: true,
  since: '2026-01-02T03:04:05.678Z',
  words: ['red', 'green'],
  sizes: { small: 1, large: 3 },
  code: 'AB1',
};

onEachDatabase({ entities: [Ware], options: {}, fill: async () => {} }, (stage) => {
  test('a value with more decimal places than the column keeps is refused, not rounded', async () => {
    for (const price of [5.255, 1e-3, 0.1 + 0.2])
      expect(
        expectProblem(await stage.client.post('/wares', { ...ware, price }), 400, 'invalid_request'),
      ).toEqual([
        {
          pointer: '/price',
          code: 'wrong_format',
          detail: 'The value has more decimal places than are kept.',
        },
      ]);
    expect(entityOf(await stage.client.post('/wares', { ...ware, price: 1e2 }))).toMatchObject({
      price: 100,
    });
  });

  test('what is written is what is shown, and what TypeORM finds', async () => {
    const created = entityOf(await stage.client.post('/wares', { ...ware, code: 'ab1' }));
    expect(created).toMatchObject(ware);
    const path = `/wares/${String(created.id)}`;
    const shown = entityOf(await stage.client.get(path));
    expect(shown).toMatchObject(ware);
    const found = await stage.database.dataSource
      .getRepository(Ware)
      .findOneByOrFail({ id: Number(created.id) });
    expect(JSON.parse(JSON.stringify(found))).toEqual({ ...ware, id: created.id });
    const { id, edges, ...values } = shown;
    expect([typeof id, edges]).toEqual(['number', {}]);
    expect(entityOf(await stage.client.patch(path, values))).toEqual(shown);
  });

  test.each([
    ['price.eq=5.25', 1],
    ['price.gte=5.26', 0],
    ['views.eq=12', 1],
    ['fee.eq=12.5', 1],
    ['fee.gt=12.5', 0],
    ['active.eq=true', 1],
    ['active.eq=false', 0],
    ['since.eq=2026-01-02T03:04:05.678Z', 1],
    ['code.eq=ab1', 1],
  ])('filters take values of the property: %s', async (query, count) => {
    await stage.database.empty();
    await stage.client.post('/wares', ware);
    expect(entityOf(await stage.client.get(`/wares?${query}&sort=price`)).total_count).toBe(count);
  });

  test.each([
    ['price', -1],
    ['price', '5.25'],
    ['views', 1.5],
    ['fee', 100.5],
    ['active', 'Y'],
    ['since', 'today'],
    ['words', ['Red']],
    ['sizes', { small: 'x' }],
    ['code', 'longer than ten'],
  ])('rules and schemas judge the value of the property: %s %j', async (key, value) => {
    const answer = await stage.client.attempt('POST', '/wares', { ...ware, [key]: value });
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(places(faults).join()).toContain(`/${key}`);
  });

  test('the document has the types of the properties, and no default that is only stored', () => {
    const { components } = stage.client.document as { components: { schemas: Record<string, unknown> } };
    expect(components.schemas.Ware).toMatchObject({
      properties: {
        price: { type: 'number' },
        views: { type: 'number' },
        fee: { type: 'number' },
        active: { type: 'boolean' },
        since: { type: 'string', format: 'date-time' },
        code: { type: ['string', 'null'] },
      },
    });
    // The rules are those of bodies.
    expect(components.schemas.WareCreate).toMatchObject({
      properties: {
        price: { type: 'number', minimum: 0 },
        views: { type: 'integer' },
        fee: { type: 'number', maximum: 100 },
        code: { type: ['string', 'null'], maxLength: 10 },
      },
    });
    expect(JSON.stringify(components.schemas.Ware)).not.toContain('250');
  });
});

test('bytes that a transformer makes text of are text of any length', async () => {
  @Entity()
  class Note {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({ type: 'blob', transformer: secret })
    text!: string;
  }
  const { dataSource, close } = await openDatabase('sqlite', [Note]);
  const api = createApi(dataSource);
  const [entity] = api.model.entities;
  expect(entity?.fields.find(({ name }) => name === 'text')?.schema).toEqual({ type: 'string' });
  await close();
});

test('where the type is unknown, the start says what to write', async () => {
  @Entity()
  class Note {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({ type: 'varchar', transformer: joined })
    words!: string[];

    @Column({ type: 'varchar', transformer: upper })
    code!: unknown;
  }
  const { dataSource, close } = await openDatabase('sqlite', [Note]);
  expect.assertions(1);
  try {
    createApi(dataSource);
  } catch (error) {
    expect((error as SchemaError).problems).toMatchObject(
      ['words', 'code'].map((member) => ({
        member,
        annotation: '@Schema',
        problem: 'the type of the values that the transformer returns is unknown.',
      })),
    );
  }
  await close();
});
