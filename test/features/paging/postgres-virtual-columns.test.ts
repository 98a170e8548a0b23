// Virtual columns are computed for the rows of a page, not for those that it skips: neither its own, nor those of eager edges.
import { EagerLoad, Includable, Sortable } from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf, edgesOf, valuesOf, type EntityJson } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

/** Counts how often it is computed. */
const counted = (alias: string) => `SELECT nextval('evaluations') * 0 + ${alias}.id`;

@Entity()
class Owner {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Sortable() name!: string;
  @VirtualColumn({ type: 'int', query: counted }) same!: number;
}

@Entity()
class Pet {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Sortable() name!: string;
  @ManyToOne(() => Owner, { nullable: true }) @EagerLoad() @Includable() owner!: Relation<Owner> | null;
}

describe('postgres', () => {
  let database: TestDatabase;
  let client: DirectClient;

  beforeAll(async () => {
    database = await openDatabase('postgres', [Owner, Pet]);
    const { dataSource } = database;
    await dataSource.query('CREATE SEQUENCE evaluations');
    client = DirectClient.of(dataSource, { sparseFields: true });
    const owners = await dataSource.getRepository(Owner).insert(named(40));
    await dataSource
      .getRepository(Pet)
      .insert(named(40).map((pet, at) => ({ ...pet, owner: owners.identifiers[at] ?? null })));
  });
  afterAll(() => database.close());

  test.each([
    ['/owners', (row: EntityJson) => row],
    ['/owners?fields=id,same', (row: EntityJson) => row],
    ['/pets', (row: EntityJson) => edgesOf(row).owner as EntityJson],
    ['/pets?fields=id&include=owner', (row: EntityJson) => edgesOf(row).owner as EntityJson],
  ] as const)('%s computes those of a page', async (path, rowOf) => {
    for (const sort of ['', '&sort=name', '&sort=-name']) {
      const before = await evaluations(database.dataSource);
      const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}page=7&per_page=5${sort}`);
      expect(contentOf(answer)).toHaveLength(5);
      expect(contentOf(answer).map((row) => rowOf(row).same)).toEqual(valuesOf(answer, 'id'));
      expect((await evaluations(database.dataSource)) - before).toBe(5);
    }
  });
});

function named(count: number): { name: string }[] {
  return Array.from({ length: count }, (_, at) => ({ name: `n${String(at).padStart(3, '0')}` }));
}

async function evaluations(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<{ last_value: string; is_called: boolean }[]>(
    'SELECT last_value, is_called FROM evaluations',
  );
  return row?.is_called ? Number(row.last_value) : 0;
}
