// Indexes of values inside JSON: their expression is the one of the statements, so that the database uses it.
import {
  Filter,
  FilterEQ,
  FilterGTE,
  FilterHasPrefix,
  FilterPath,
  Schema,
  SortablePath,
} from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { databaseNames, speaksMysql, type DatabaseName } from '../../support/test-database.js';
import { AdvisedApi } from './advised-api.js';

const schema = {
  type: 'object',
  properties: {
    color: { type: 'string' },
    size: { type: 'object', properties: { height: { type: 'integer' } } },
    made: { type: 'string', format: 'date-time' },
    new: { type: 'boolean' },
  },
} as const;

function makePart(type: 'jsonb' | 'simple-json') {
  @Entity()
  class Part {
    @PrimaryGeneratedColumn() id!: number;

    @Column({ type: 'int' })
    @Filter(FilterEQ)
    weight!: number;

    @Column({ type })
    @Schema(schema)
    @FilterPath('color', FilterEQ, FilterHasPrefix)
    @FilterPath('size.height', FilterGTE)
    @FilterPath('made', FilterGTE)
    @FilterPath('new', FilterEQ)
    @SortablePath('size.height')
    attributes!: object;
  }
  return Part;
}

const ofPostgres = makePart('jsonb');
const ofOthers = makePart('simple-json');
const choosePart = (name: DatabaseName) => (name === 'postgres' ? ofPostgres : ofOthers);

describe.each(databaseNames)('%s', (name) => {
  let advised: AdvisedApi;
  beforeAll(async () => {
    advised = await AdvisedApi.open(name, { entities: [choosePart(name)] });
    const rows = Array.from({ length: 2_000 }, (_, n) => ({
      weight: n,
      attributes: {
        color: `color ${n}`,
        size: { height: n },
        made: '2026-01-01T00:00:00Z',
        new: n % 2 === 0,
      },
    }));
    await advised.dataSource.getRepository(choosePart(name)).save(rows, { chunk: 200 });
  });
  afterAll(() => advised.close());

  test('each value has an index of its own, or none helps', async () => {
    const advice = await advised.advise();
    const found = advice.map(({ for: requests, ddl }) => [requests, ddl !== null]);
    const isIndexed = !speaksMysql(name);
    expect(found).toContainEqual([['/parts?weight.eq'], true]);
    expect(advice.flatMap(({ for: requests }) => requests)).not.toContain('/parts?attributes.new.eq');
    for (const [request, indexed] of [
      ['/parts?sort=attributes.size.height', isIndexed],
      ['/parts?attributes.size.height.gte', isIndexed],
      ['/parts?attributes.color.eq', isIndexed],
      ['/parts?attributes.color.prefix', false],
      ['/parts?attributes.made.gte', false],
    ] as const) {
      const ofRequest = advice.filter(({ for: requests }) => requests.includes(request));
      expect([request, ofRequest.map(({ ddl }) => ddl !== null)]).toEqual([request, [indexed]]);
    }
  });

  test('the database uses the indexes, and the advice is gone', async () => {
    const missing = await advised.missing();
    await advised.follow(missing);
    await advised.dataSource.query(speaksMysql(name) ? 'ANALYZE TABLE part' : 'ANALYZE');
    expect(await advised.missing()).toEqual([]);
    if (speaksMysql(name)) return;
    for (const request of [
      '/parts?attributes.color.eq=color%2042',
      // SQLite does not look into the cast of a value, and expects a range to be a quarter of the rows.
      ...(name === 'postgres' ? ['/parts?attributes.size.height.gte=1998'] : []),
      '/parts?sort=attributes.size.height&per_page=5',
    ])
      expect([request, await advised.plansOf(request)]).toEqual([
        request,
        expect.stringContaining('idx_part_attributes'),
      ]);
  });
});
