// What is skipped leaves no trace: a search for its name through every answer and the document finds nothing.
import {
  createApi,
  DefaultSort,
  EagerLoad,
  Filter,
  FilterContains,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  Skip,
  Sortable,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  TableInheritance,
  type DataSource,
  type Relation,
} from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

/** In every name and value that is to be hidden, and in no other. */
const canary = /canary/i;

class Address {
  @Column() city!: string;
  @Column({ default: 'CANARY', unique: true }) @Skip() canaryLine!: string;
}

class CanaryMetal {
  @Column({ default: 'CANARY' }) canaryKarat!: string;
}

class CanaryBadge {
  @Column({ default: 'CANARY' }) canaryNumber!: string;
  @Column(() => CanaryMetal) canaryMetal!: CanaryMetal;
}

/** Hidden as a class. */
@Entity()
@Skip()
class CanaryVault {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Filter(FilterEQ) canaryCode!: string;
  @ManyToOne(() => Keeper, (keeper) => keeper.canaryVaults) keeper!: Relation<Keeper>;
}

@Entity()
@TableInheritance({ column: { name: 'kind', type: 'varchar' } })
@DefaultSort('name')
class Keeper {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ unique: true })
  @Filter(FilterEQ, FilterContains)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ nullable: true, unique: true, type: 'varchar' })
  @Filter(FilterEQ, FilterContains)
  @FilterGroup('search')
  @FilterGroup('canaryGroup')
  @Sortable()
  @Skip()
  canarySecret!: string | null;

  @Column(() => Address) address!: Address;
  @Column(() => CanaryBadge) @Skip() canaryBadge!: CanaryBadge;

  @OneToMany(() => CanaryVault, (vault) => vault.keeper)
  @Filter(FilterEdge)
  @EagerLoad()
  canaryVaults!: CanaryVault[];

  @ManyToOne(() => Keeper, (keeper) => keeper.canaryWards, { nullable: true })
  @Filter(FilterEdge)
  @EagerLoad()
  @Skip()
  canaryGuardian!: Relation<Keeper> | null;

  @OneToMany(() => Keeper, (keeper) => keeper.canaryGuardian) @Skip() canaryWards!: Relation<Keeper>[];
  @OneToMany(() => Beast, (beast) => beast.keeper) @EagerLoad() beasts!: Relation<Beast>[];
}

@ChildEntity('head')
class HeadKeeper extends Keeper {
  @Column({ nullable: true, type: 'varchar', default: 'CANARY' }) @Skip() canaryRank!: string | null;
}

@Entity()
class Beast {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Keeper, (keeper) => keeper.beasts)
  @EagerLoad()
  @Filter(FilterEdge)
  keeper!: Relation<Keeper>;
}

const zoo: Fixture = {
  entities: [CanaryVault, Keeper, HeadKeeper, Beast],
  options: { defaultFilterID: true },
  fill: fillZoo,
};

async function fillZoo(dataSource: DataSource): Promise<void> {
  const keepers = dataSource.getRepository(Keeper);
  await keepers.insert({
    name: 'Ann',
    canarySecret: 'CANARY',
    address: { city: 'Rome', canaryLine: 'CANARY 1' },
  });
  await dataSource
    .getRepository(HeadKeeper)
    .insert({ name: 'Bob', address: { city: 'Rome', canaryLine: 'CANARY 2' }, canaryGuardian: { id: 1 } });
  await dataSource.getRepository(CanaryVault).insert({ canaryCode: 'CANARY', keeper: { id: 1 } });
  await dataSource.getRepository(Beast).insert({ name: 'Rex', keeper: { id: 1 } });
}

forEachDatabase(zoo, (stage) => {
  test('the document does not name it', () => {
    expect(JSON.stringify(openApiDocument(createApi(stage.dataSource, zoo.options)))).not.toMatch(canary);
  });

  test.each([
    '/keepers',
    '/keepers/1',
    '/head-keepers',
    '/head-keepers/2',
    '/beasts',
    '/beasts/1',
    '/keepers/1/beasts',
  ])('GET %s does not show it', async (path) => {
    const answer = await stage.client.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(canary);
  });

  test.each(['/canary-vaults', '/canary-vaults/1', '/keepers/1/canary-vaults', '/keepers/2/canary-guardian'])(
    'GET %s is a 404 like any unknown path',
    async (path) => {
      const unknown = await stage.client.get(path.replaceAll('canary', 'nosuch'));
      const answer = await stage.client.get(path);
      expectProblem(answer, 404, 'not_found');
      expect(blurred(answer.text, path)).toBe(blurred(unknown.text, path.replaceAll('canary', 'nosuch')));
    },
  );

  test.each([
    'canarySecret.eq=CANARY',
    'sort=canarySecret',
    'has.canaryGuardian=true',
    'canaryGuardian.name.eq=Ann',
    'canaryGroup.has=x',
    'sort=canaryVaults.count',
    'canaryBadge.canaryNumber.eq=x',
    'address.canaryLine.eq=x',
  ])('GET /keepers?%s is answered like any unknown name', async (query) => {
    const other = query.replaceAll(/canary/gi, 'nosuch');
    const answer = await stage.client.get(`/keepers?${query}`);
    const unknown = await stage.client.get(`/keepers?${other}`);
    expectProblem(answer, 400, 'invalid_request');
    expect(blurred(answer.text, query).replaceAll(/canary/gi, 'nosuch')).toBe(blurred(unknown.text, other));
  });

  test('writes neither accept it nor reveal it', async () => {
    const address = { city: 'Oslo' };
    const created = await stage.client.post('/keepers', { name: 'Cyd', address });
    expect(created.status).toBe(201);
    expect(created.text).not.toMatch(canary);
    for (const key of ['canarySecret', 'canaryBadge', 'canaryGuardian', 'add_canaryWards', 'canaryVaults']) {
      const answer = await stage.client.post('/keepers', { name: 'Dan', address, [key]: null });
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ code: 'unknown_key' }]);
    }
  });

  test('a conflict in a hidden column does not name it', async () => {
    await stage.client.post('/keepers', { name: 'Cyd', address: { city: 'Oslo' } });
    const answer = await stage.client.post('/keepers', { name: 'Eve', address: { city: 'Bern' } });
    expectProblem(answer, 409, 'already_exists');
    expect(answer.text).not.toMatch(canary);
  });

  test('a row that hidden rows refer to cannot be deleted, and they are not named', async () => {
    const answer = await stage.client.delete('/keepers/1');
    expectProblem(answer, 409, 'still_referenced');
    expect(answer.text).not.toMatch(canary);
  });
});

/** The answer without what differs in every answer. */
function blurred(text: string, asked: string): string {
  return text.replace(/"request_id":"[^"]*"/, '').replaceAll(asked, '');
}
