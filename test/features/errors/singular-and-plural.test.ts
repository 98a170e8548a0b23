// Messages that hold a number say it as people do: one character, two characters.
import { Filter, FilterEQ, FilterGT, FilterIn, Schema } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { directStage } from '../../support/direct-stage.js';

/** Every bound once with one and once with two. */
@Entity()
class Badge {
  @PrimaryGeneratedColumn()
  @Filter(FilterIn)
  id!: number;

  @Column({ type: 'varchar', length: 1 })
  @Filter(FilterEQ, FilterGT)
  one!: string;

  @Column({ type: 'varchar', length: 2 })
  @Filter(FilterEQ)
  two!: string;

  @Column('simple-json')
  @Schema({
    type: 'object',
    properties: {
      fewOne: { type: 'array', minItems: 1 },
      fewTwo: { type: 'array', minItems: 2 },
      manyOne: { type: 'array', maxItems: 1 },
      keyOne: { type: 'object', minProperties: 1 },
      keysTwo: { type: 'object', maxProperties: 2 },
      short: { type: 'string', minLength: 1 },
    },
  })
  rest!: object;
}

const fixture = { entities: [Badge], options: {}, fill: () => Promise.resolve() };
const limitsOf = (number: number) => ({
  listLength: number,
  filters: number,
  valueLength: number,
  jsonDepth: number,
  offset: number,
});

describe('on SQLite, as the words are the same on every database', () => {
  const stage = directStage('sqlite', fixture);
  const detailsOf = async (limit: number, method: string, target: string, body?: unknown) => {
    const client = DirectClient.of(stage.database.dataSource, { limits: limit > 0 ? limitsOf(limit) : {} });
    const { json } = await client.send(method, target, body);
    const { detail, errors } = json as { detail: string; errors?: readonly { detail: string }[] };
    return errors?.map((fault) => fault.detail) ?? [detail];
  };

  test('bounds of a body', async () => {
    const rest = {
      fewOne: [],
      fewTwo: [],
      manyOne: [1, 2],
      keyOne: {},
      keysTwo: { a: 1, b: 2, c: 3 },
      short: '',
    };
    expect((await detailsOf(0, 'POST', '/badges', { one: '12', two: '123', rest })).sort()).toEqual([
      'The value must have at least 1 character.',
      'The value must have at least 1 item.',
      'The value must have at least 1 key.',
      'The value must have at least 2 items.',
      'The value must have at most 1 character.',
      'The value must have at most 1 item.',
      'The value must have at most 2 characters.',
      'The value must have at most 2 keys.',
    ]);
  });

  test.each([
    [1, '/badges?id.in=1&id.in=2', "'id.in' has more than 1 value (limits.listLength)."],
    [2, '/badges?id.in=1&id.in=2&id.in=3', "'id.in' has more than 2 values (limits.listLength)."],
    [1, '/badges?one.eq=a&two.eq=b', 'The request has more than 1 filter (limits.filters).'],
    [2, '/badges?one.eq=a&two.eq=b&one.gt=a', 'The request has more than 2 filters (limits.filters).'],
    [1, '/badges?one.eq=12', "A value of 'one.eq' has more than 1 character (limits.valueLength)."],
    [2, '/badges?one.eq=123', "A value of 'one.eq' has more than 2 characters (limits.valueLength)."],
    [1, '/badges?page=9', 'The page is out of range: more than 1 row would be skipped (limits.offset).'],
    [2, '/badges?page=9', 'The page is out of range: more than 2 rows would be skipped (limits.offset).'],
  ])('a limit of %s: %s', async (limit, target, detail) => {
    expect(await detailsOf(limit, 'GET', target)).toEqual([detail]);
  });

  test.each([
    [1, 'The body is nested more than 1 level deep.'],
    [2, 'The body is nested more than 2 levels deep.'],
  ])('%s levels of a body', async (limit, detail) => {
    expect(await detailsOf(limit, 'POST', '/badges', { rest: { fewOne: [] } })).toEqual([detail]);
  });

  test.each([
    [1, ['At most 1 filter in one request', 'skip at most 1 entity;']],
    [2, ['At most 2 filters in one request', 'skip at most 2 entities;']],
  ])('a limit of %s in the document', (limit, texts) => {
    const { document } = DirectClient.of(stage.database.dataSource, { limits: limitsOf(limit) });
    for (const text of texts) expect(JSON.stringify(document)).toContain(text);
  });
});
