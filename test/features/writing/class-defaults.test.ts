// What a class gives a new row by itself: property initializers, constructors, initializers of embedded objects and relations.
// Creates of every form store what `save(create(body))` of TypeORM stores.
import { randomUUID } from 'node:crypto';
import { Bulk, EdgeCreate, hooksFor, NestedCreate, Skip } from '@decorest/core';
import { IsDefined } from 'class-validator';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { propertyIn } from '../../support/document-parts.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity('status')
class Status {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ length: 20 }) name!: string;
}

class Address {
  @Column({ type: 'varchar', length: 20, nullable: true }) city!: string | null;
  @Column({ type: 'varchar', length: 2 }) country = 'DE';
}

class Profile {
  @Column({ type: 'varchar', length: 20 }) theme = 'light';
}

@Entity('account')
@Bulk()
class Account {
  @PrimaryColumn({ length: 36 }) id: string = randomUUID();
  @Column({ length: 20 }) name!: string;
  @Column({ type: 'boolean' }) bot = false;
  @Column({ type: 'int', default: 7 }) prio = 3;
  @Column('decimal', { precision: 10, scale: 2 }) credit = '1.50';
  @Column({ length: 20 }) @IsDefined() plan: string;
  @Column('simple-array') @Skip() labels: string[] = [];
  @Column({ length: 40 }) since: string = new Date().toISOString();
  @Column({ length: 10 }) day: string = new Date().toISOString().slice(0, 10);
  @Column({ type: 'varchar', length: 20, nullable: true, default: 'none' }) note: string | null = null;
  @Column(() => Address) address!: Address;
  @Column(() => Profile) profile = new Profile();
  @ManyToOne(() => Status, { nullable: false }) status: Relation<Status> = Object.assign(new Status(), {
    id: 1,
  });

  @ManyToOne(() => Team, (team) => team.accounts, { nullable: true })
  team!: Relation<Team> | null;

  constructor() {
    this.plan = 'free';
  }
}

@Entity('team')
class Team {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 20 }) name = 'unnamed';

  @OneToMany(() => Account, (account) => account.team)
  @NestedCreate()
  @EdgeCreate()
  accounts!: Relation<Account>[];
}

const fixture = {
  entities: [Status, Account, Team],
  options: {},
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository(Status).insert([{ name: 'new' }, { name: 'old' }]);
    await dataSource.getRepository(Team).insert({ name: 'first' });
  },
};

const body = { name: 'Ann', address: { city: 'Ulm' } };

const defaults = {
  bot: false,
  prio: 3,
  plan: 'free',
  note: null,
  address: { city: 'Ulm', country: 'DE' },
  profile: { theme: 'light' },
};

forEachDatabase(fixture, (stage) => {
  /** The rows as TypeORM reads them, without what differs from row to row. */
  const read = async (name: string) => {
    const rows = await stage.dataSource
      .getRepository(Account)
      .find({ where: { name }, relations: { status: true } });
    return rows.map(({ id, since, ...row }) => {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000);
      return row;
    });
  };

  test('a create stores what save() stores', async () => {
    const accounts = stage.dataSource.getRepository(Account);
    const answer = await stage.client.post('/accounts', body);
    expect(answer.status).toBe(201);
    expect(entityOf(answer)).toMatchObject({
      ...defaults,
      credit: expect.stringMatching(/^1\.50?$/) as string,
    });
    await accounts.save(accounts.create({ ...body, name: 'Bob' }));
    const [ann, bob] = [...(await read('Ann')), ...(await read('Bob'))];
    expect(ann).toEqual({ ...bob, name: 'Ann' });
    expect(ann).toMatchObject({ labels: [], status: { id: 1 } });
  });

  test('what the body gives stays', async () => {
    const given = { ...body, id: 'chosen', bot: true, prio: 7, plan: 'paid', note: 'x', status: 2 };
    const address = { city: null, country: 'FR' };
    const answer = await stage.client.post('/accounts', { ...given, address, profile: { theme: 'dark' } });
    const { status, ...fields } = given;
    expect(entityOf(answer)).toMatchObject({ ...fields, address, profile: { theme: 'dark' } });
    expect((await stage.client.get('/accounts/chosen/status')).json).toMatchObject({ id: status });
  });

  test.each([
    ['many rows', '/accounts/bulk', [body, { ...body, prio: 5 }], 2],
    ['a nested row', '/teams', { accounts: [body] }, 1],
    ['a row under an edge', '/teams/1/accounts', body, 1],
  ])('%s', async (_, path, sent, count) => {
    expect((await stage.client.post(path, sent)).status).toBe(201);
    const rows = await read('Ann');
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row).toMatchObject({ ...defaults, prio: expect.any(Number) as number });
    expect(rows.map(({ prio }) => prio).sort()).toEqual([3, 5].slice(0, count));
  });

  test('a hook sees the values, and each row has a key of its own', async () => {
    const seen: unknown[] = [];
    const hooks = [hooksFor(Account, { before: { create: ({ entity }) => void seen.push(entity.prio) } })];
    const client = DirectClient.of(stage.dataSource, { hooks });
    for (let at = 0; at < 2; at++) expect((await client.post('/accounts', body)).status).toBe(201);
    expect(seen).toEqual([3, 3]);
    expect(await read('Ann')).toMatchObject([defaults, defaults]);
  });

  test('what the class does not give is still required', async () => {
    const faults = expectProblem(await stage.client.post('/accounts', {}), 400, 'invalid_request');
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual(['/address', '/name']);
    expectProblem(await stage.client.post('/accounts', { ...body, bot: null }), 400, 'invalid_request');
  });

  test('the document has constants as defaults, and nothing else', () => {
    const { document } = DirectClient.of(stage.dataSource, {});
    const { properties = {}, required } = document.components?.schemas?.AccountCreate as {
      properties?: Record<string, { default?: unknown; $ref?: string }>;
      required?: string[];
    };
    expect(required).toEqual(['name', 'address']);
    const found = Object.entries(properties).flatMap(([name, schema]) =>
      'default' in schema ? [[name, schema.default]] : [],
    );
    expect(Object.fromEntries(found)).toEqual({ bot: false, prio: 3, credit: '1.50', plan: 'free' });
    const profile = properties.profile?.$ref?.split('/').at(-1) ?? '';
    expect(propertyIn(document, profile, 'theme')).toMatchObject({ default: 'light' });
  });
});
