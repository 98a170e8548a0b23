// Mistakes in @Measure and @Groupable, limits of aggregates, and classes without them.
import { Groupable, Measure, type AggregateFunction, type TimeUnit } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
  type ValueTransformer,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { lintDocument } from '../../support/lint-document.js';
import { expectProblem, places } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { market } from './market.js';

const euros: ValueTransformer = { from: Number, to: Number };

@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Box, (box) => box.shelf)
  @Groupable()
  boxes!: Relation<Box>[];
}

@Entity()
@Measure('count', 'sum')
class Box {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  @Groupable()
  count!: number;

  @Column({ type: 'varchar', length: 9 })
  @Groupable('month')
  @Measure('avg')
  label!: string;

  @Column({ type: 'date' })
  @Groupable('hour')
  day!: string;

  @Column({ type: Date })
  @Groupable()
  at!: Date;

  @Column({ type: 'double precision' })
  @Groupable()
  weight!: number;

  @Column({ type: 'int', transformer: euros })
  @Measure('sum')
  cents!: number;

  @Column({ type: 'int', select: false })
  @Groupable()
  @Measure('max')
  hidden!: number;

  @ManyToOne(() => Shelf, (shelf) => shelf.boxes)
  @Groupable('year')
  shelf!: Relation<Shelf>;
}

test.each([
  'Shelf.boxes @Groupable: the edge is not unique.',
  "Box @Measure: 'sum' does not apply to rows.",
  "Box @Measure: a measure and a group key have the same name, 'count'.",
  'Box.label @Groupable: fields of kind string have no units of time.',
  "Box.label @Measure: 'avg' does not fit a field of kind string.",
  'Box.day @Groupable: a date has no hours.',
  'Box.at @Groupable: a date-time needs a unit of time.',
  'Box.weight @Groupable: fields of kind float cannot be group keys.',
  "Box.cents @Measure: 'sum' does not fit a column with a transformer: the database adds stored values.",
  'Box.hidden @Groupable: the column is never returned, and its groups would reveal it.',
  'Box.hidden @Measure: the column is never returned, and a measure would reveal it.',
  'Box.shelf @Groupable: an edge has no units of time.',
])('%s', async (mistake) => {
  expect(await mistakesOf([Shelf, Box])).toContain(mistake);
});

test('arguments that are no functions or units', async () => {
  @Entity()
  class Crate {
    @PrimaryGeneratedColumn()
    @Measure('median' as AggregateFunction)
    id!: number;

    @Column({ type: 'date' })
    @Groupable('decade' as TimeUnit)
    day!: string;
  }
  const mistakes = await mistakesOf([Crate]);
  expect(mistakes).toContain('Crate.id @Measure');
  expect(mistakes).toContain('Crate.day @Groupable');
});

onEachDatabase(market, (stage) => {
  test('limits.groupKeys, limits.measures and limits.filters', async () => {
    const limits = { groupKeys: 1, measures: 1, filters: 1 };
    const client = DirectClient.of(stage.database.dataSource, { limits });
    const refused = async (query: string) =>
      places(expectProblem(await client.get(`/sales/aggregate?${query}`), 400, 'invalid_request'));
    expect((await client.get('/sales/aggregate?group_by=kind&measures=count&having.count.gt=0')).status).toBe(
      200,
    );
    expect(await refused('group_by=kind,paid')).toEqual(['group_by']);
    expect(await refused('measures=count,units.sum')).toEqual(['measures']);
    expect(await refused('kind.eq=CASH&having.count.gt=0')).toEqual(['having.count.gt']);
    expect(await refused('having.count.gt=0&having.count.lt=9')).toEqual(['having.count.gt']);
  });

  test('measures are required without a count of rows, and a list without pages has pages of groups', async () => {
    const client = DirectClient.of(stage.database.dataSource, { limits: { responseBytes: 60 } });
    const answer = await client.get('/sales/aggregate?group_by=units,item');
    expectProblem(answer, 400, 'response_too_large');
    expect(contentOf(await client.get('/sales/aggregate'))).toEqual([{ count: 4 }]);
  });

  test('an empty list of groups is 404 where the option says so', async () => {
    const client = DirectClient.of(stage.database.dataSource, { listNotFound: true });
    expectProblem(await client.get('/sales/aggregate?group_by=kind&units.gt=99'), 404, 'not_found');
    expect((await client.get('/sales/aggregate')).status).toBe(200);
  });

  test('snake case', async () => {
    const client = DirectClient.of(stage.database.dataSource, { naming: 'snake_case' });
    const answer = await client.get('/sales/aggregate?group_by=sold_on.year&measures=sold_at.distinct');
    expect(contentOf(answer)).toContainEqual({ 'sold_on.year': '2027', 'sold_at.distinct': 1 });
  });
});

onEachDatabase({ ...market, fill: () => Promise.resolve() }, (stage) => {
  test('the document has no fault', async () => {
    const { client } = stage;
    const findings = await lintDocument(client.document);
    // Contact and licence are the author's to add.
    expect(findings.filter(({ rule }) => !rule.startsWith('info-'))).toEqual([]);
    const ids = client.api.routes.list.map(({ operationId }) => operationId);
    expect(ids).toEqual(
      expect.arrayContaining(['aggregate_sales', 'aggregate_stall_sales', 'aggregate_slots']),
    );
    expect(ids).not.toContain('aggregate_stalls');
    const document = openApiDocument(client.api);
    const { schemas = {}, parameters = {} } = document.components ?? {};
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['SaleGroup', 'SaleGroups']));
    expect(schemas.SaleGroup).toMatchObject({
      properties: {
        kind: { $ref: '#/components/schemas/SaleKind' },
        'soldAt.week': { type: ['string', 'null'], pattern: '^[0-9]{4}-W[0-9]{2}$' },
        stall: { type: ['integer', 'null'] },
        count: { type: 'integer', minimum: 0 },
        'points.sum': { type: ['string', 'null'] },
        'weight.avg': { type: ['number', 'null'] },
      },
    });
    expect(parameters['Sale.group_by']).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', maxItems: 3, uniqueItems: true },
    });
    expect(parameters['Sale.measures']).toMatchObject({ schema: { maxItems: 10 } });
    expect(parameters['Sale.having.units.sum.gte']).toMatchObject({ name: 'having.units.sum.gte' });
  });
});
