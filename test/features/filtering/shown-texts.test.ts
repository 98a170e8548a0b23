// A filter sees the text that the answer shows: of a CHAR(n) of PostgreSQL with its blanks, of other databases without.
import {
  AllowClientIDs,
  Filter,
  FilterContains,
  FilterContainsFold,
  FilterEdge,
  FilterEQ,
  FilterEqualFold,
  FilterHasPrefix,
  FilterHasSuffix,
  FilterIn,
  FilterNEQ,
  FilterNotIn,
} from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf, valuesOf } from '../../support/collection.js';
import { type DatabaseName } from '../../support/test-database.js';
import { forEachDatabase } from '../../support/for-each-database.js';

const everyTextTest = [
  ...[FilterEQ, FilterNEQ, FilterIn, FilterNotIn, FilterEqualFold, FilterContains, FilterContainsFold],
  ...[FilterHasPrefix, FilterHasSuffix],
] as const;

/** SQLite knows the type by another name only. */
function entitiesOf(type: 'char' | 'character'): [airport: new () => object, flight: new () => object] {
  @Entity()
  @AllowClientIDs()
  class Airport {
    @PrimaryColumn({ type, length: 4 })
    id!: string;
  }

  @Entity()
  class Flight {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({ type, length: 40, nullable: true })
    @Filter(...everyTextTest)
    code!: string | null;

    @ManyToOne(() => Airport, { nullable: true })
    @Filter(FilterEdge)
    airport!: Relation<Airport> | null;
  }
  return [Airport, Flight];
}

const codes = ['ab', 'AB', 'b a', 'a'.repeat(40), null];
const fixture = {
  entities: (database: DatabaseName) => entitiesOf(database === 'sqlite' ? 'character' : 'char'),
  options: { defaultFilterID: true },
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository('Airport').save({ id: 'HAM' });
    await dataSource
      .getRepository<{ code: string | null; id: number; airport: object }>('Flight')
      .save(codes.map((code) => ({ code, airport: { id: 'HAM' } })));
  },
};

/** What each test means, of the text that is shown. */
const meanings: Readonly<Record<string, (shown: string, values: readonly string[]) => boolean>> = {
  eq: (shown, [value]) => shown === value,
  neq: (shown, [value]) => shown !== value,
  in: (shown, values) => values.includes(shown),
  notIn: (shown, values) => !values.includes(shown),
  ieq: (shown, [value = '']) => shown.toLowerCase() === value.toLowerCase(),
  has: (shown, [value = '']) => shown.includes(value),
  ihas: (shown, [value = '']) => shown.toLowerCase().includes(value.toLowerCase()),
  prefix: (shown, [value = '']) => shown.startsWith(value),
  suffix: (shown, [value = '']) => shown.endsWith(value),
};

forEachDatabase(fixture, (stage) => {
  test.each(Object.keys(meanings))('%s', async (predicate) => {
    const all = contentOf(await stage.client.get('/flights'));
    const shown = all.flatMap(({ code }) => (typeof code === 'string' ? code : []));
    const [first = ''] = shown;
    const found = await stage.dataSource
      .getRepository<{ code: string | null; id: number; airport: object }>('Flight')
      .find({ order: { id: 'ASC' } });
    expect(all.map(({ code }) => code)).toEqual(found.map(({ code }) => code));
    const values = [
      ...shown,
      ...codes.flatMap((code) => code ?? []),
      'b',
      ' ',
      first.slice(-35),
      first.slice(1),
    ];
    for (const value of values) {
      const given = predicate.toLowerCase().endsWith('in') ? [value, 'none'] : [value];
      const query = given.map((text) => `code.${predicate}=${encodeURIComponent(text)}`).join('&');
      const expected = shown.filter((text) => meanings[predicate]?.(text, given));
      expect({ query, texts: valuesOf(await stage.client.get(`/flights?${query}`), 'code') }).toEqual({
        query,
        texts: expected,
      });
    }
  });

  test('a key is found as it is shown, and as it was given', async () => {
    const [airport] = contentOf(await stage.client.get('/airports'));
    const shown = String(airport?.id);
    expect(shown.trimEnd()).toBe('HAM');
    expect((await stage.client.get(`/airports/${encodeURIComponent(shown)}`)).json).toMatchObject({
      id: shown,
    });
    expect((await stage.client.get('/airports/HAM')).json).toMatchObject({ id: shown });
    expect((await stage.client.get('/flights/1/airport')).json).toMatchObject({ id: shown });
    for (const id of [shown, 'HAM'])
      expect((await stage.client.post('/flights', { code: 'c', airport: id })).status).toBe(201);
    expect(
      contentOf(await stage.client.get(`/flights?airport.id.eq=${encodeURIComponent(shown)}`)),
    ).toHaveLength(7);
  });
});
