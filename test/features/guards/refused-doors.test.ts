// Routes that cannot meet what a class requires are mistakes at the start, or left out where an option alone opens them.
import {
  Bulk,
  createApi,
  ETag,
  ExcludeOperations,
  Filter,
  FilterEQ,
  IncludeOperations,
  NestedCreate,
  OperationCreate,
  OperationList,
  OperationRead,
  OperationUpdate,
  RequireFilter,
  RequireIfMatch,
  type ApiOptions,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  TableInheritance,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { anywhere, bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

abstract class Base {
  @PrimaryGeneratedColumn()
  id!: number;
}

type Entities = readonly (abstract new () => object)[];

/** The routes and body keys of an API without mistakes. */
async function describeApi(entities: Entities, options: ApiOptions = {}) {
  const dataSource = await bareDataSource(entities as (new () => object)[]);
  try {
    const { routes, model } = createApi(dataSource, options);
    return {
      routes: routes.list.map(({ method, path }) => `${method} ${path}`),
      keys: (name: string, kind: 'create' | 'update') =>
        Object.keys(model.entities.find((one) => one.name === name)?.body[kind].properties ?? {}),
    };
  } finally {
    await dataSource.destroy();
  }
}

/** A class with a version, whose annotations are given. */
function createAccount(...annotations: unknown[]) {
  class Account extends Base {
    @VersionColumn()
    version!: number;
  }
  for (const annotation of [...annotations, Entity()]) anywhere(annotation)(Account);
  return Account;
}

describe('@Bulk of a class that requires If-Match', () => {
  const mistake =
    "Account @Bulk: the class requires If-Match, and a request for many entities cannot have the tag of each. Use @Bulk('create'), or add @RequireIfMatch(false).";

  test.each<[string, unknown[]]>([
    ['all', [Bulk()]],
    ['update', [Bulk('update')]],
    ['delete', [Bulk('create', 'delete')]],
  ])('%s is a mistake', async (_, annotations) => {
    expect(await mistakesOf([createAccount(RequireIfMatch(), ...annotations)])).toContain(mistake);
    expect(await mistakesOf([createAccount(...annotations)], { requireIfMatch: true })).toContain(mistake);
  });

  test('create is none', async () => {
    const { routes } = await describeApi([createAccount(RequireIfMatch(), Bulk('create'))]);
    expect(routes).toContain('POST /accounts/bulk');
    expect(routes).not.toContain('PATCH /accounts');
  });

  test('by option, such rows are left alone, and all others are not', async () => {
    @Entity()
    class Note extends Base {}
    const options: ApiOptions = { requireIfMatch: true, bulk: ['create', 'update', 'delete'] };
    const { routes } = await describeApi([Note, createAccount()], options);
    expect(routes.filter((route) => /^(PATCH|DELETE) \/\w+$|bulk/.test(route))).toEqual([
      'POST /notes/bulk',
      'PATCH /notes',
      'DELETE /notes',
      'POST /accounts/bulk',
    ]);
  });

  test('without an operation that changes rows there is nothing to require', async () => {
    const annotations = [RequireIfMatch(), Bulk(), ExcludeOperations(OperationUpdate, 'delete')];
    expect((await describeApi([createAccount(...annotations)])).routes).toContain('POST /accounts/bulk');
  });
});

interface Edges {
  readonly account?: unknown;
  readonly user?: unknown;
  readonly accounts?: unknown;
  readonly card?: unknown;
}

const nothing = () => undefined;

/** Users with accounts and a card, whose foreign keys are in the table of accounts. */
function createUsers({ account = nothing, user = nothing, accounts = nothing, card = nothing }: Edges) {
  @Entity()
  @anywhere(user)
  class User extends Base {
    @OneToMany(() => Account, ({ owner }) => owner)
    @anywhere(accounts)
    accounts!: Relation<Account>[];

    @OneToOne(() => Account, ({ holder }) => holder)
    @anywhere(card)
    card!: Relation<Account> | null;

    @Index()
    @ManyToOne(() => Account, { nullable: true })
    main!: Relation<Account> | null;
  }

  @Entity()
  @anywhere(account)
  class Account extends Base {
    @VersionColumn()
    version!: number;

    @Index()
    @ManyToOne(() => User, (one) => one.accounts, { nullable: true })
    owner!: Relation<User> | null;

    @OneToOne(() => User, (one) => one.card, { nullable: true })
    @JoinColumn()
    holder!: Relation<User> | null;
  }
  return [User, Account];
}

describe('edges that set foreign keys of rows which require If-Match', () => {
  const closed = ExcludeOperations(OperationCreate, OperationUpdate);
  const remedy = (operations: string) =>
    `Add @ExcludeOperations(${operations}), so that only Account sets them, or @RequireIfMatch(false) to Account.`;
  const mistake = (edge: string, operations: string) =>
    `User.${edge}: the edge sets foreign keys of Account, which requires If-Match: no request can have the tags of those rows. ${remedy(operations)}`;

  test.each<[string, Edges, ApiOptions, readonly string[]]>([
    [
      'open',
      { account: RequireIfMatch() },
      {},
      [
        mistake('accounts', 'OperationCreate, OperationUpdate'),
        mistake('card', 'OperationCreate, OperationUpdate'),
      ],
    ],
    [
      'open, required by option',
      {},
      { requireIfMatch: true },
      [
        mistake('accounts', 'OperationCreate, OperationUpdate'),
        mistake('card', 'OperationCreate, OperationUpdate'),
      ],
    ],
    [
      'open for creates',
      { account: RequireIfMatch(), accounts: ExcludeOperations(OperationUpdate), card: closed },
      {},
      [mistake('accounts', 'OperationCreate')],
    ],
    [
      'open for updates',
      { account: RequireIfMatch(), accounts: closed, card: ExcludeOperations(OperationCreate) },
      {},
      [mistake('card', 'OperationUpdate')],
    ],
    [
      'that take objects, open for updates',
      { account: RequireIfMatch(), accounts: NestedCreate(), card: closed },
      {},
      [mistake('accounts', 'OperationUpdate')],
    ],
    [
      'of a class without updates',
      { account: RequireIfMatch(), user: ExcludeOperations(OperationUpdate), card: closed },
      {},
      [mistake('accounts', 'OperationCreate')],
    ],
  ])('%s are mistakes', async (_, edges, options, mistakes) => {
    const text = await mistakesOf(createUsers(edges), options);
    expect(text.split('\n').slice(1)).toEqual(mistakes.map((line) => `- ${line}`));
  });

  test.each<[string, Edges]>([
    ['closed', { account: RequireIfMatch(), accounts: closed, card: closed }],
    [
      'of a class that is only read',
      { account: RequireIfMatch(), user: IncludeOperations(OperationRead, OperationList) },
    ],
    ['of rows that require nothing', {}],
  ])('%s are none', async (_, edges) => {
    expect((await describeApi(createUsers(edges))).keys('User', 'update')).toContain('main');
  });

  test('with @NestedCreate they take objects, and no ids', async () => {
    const nested = (target: object, member: string) => {
      anywhere(NestedCreate())(target as never, member);
      anywhere(ExcludeOperations(OperationUpdate))(target as never, member);
    };
    const { keys } = await describeApi(
      createUsers({ account: RequireIfMatch(), accounts: nested, card: closed }),
    );
    expect(keys('User', 'create')).toEqual(['main']);
    expect(keys('User', 'update')).toEqual(['main']);
  });

  test('an edge is reported once, for the class that declares it', async () => {
    @Entity()
    @ETag()
    @RequireIfMatch()
    class Log extends Base {
      @Index()
      @ManyToOne(() => Site, (site) => site.logs, { nullable: true })
      site!: Relation<Site> | null;
    }
    @Entity()
    @TableInheritance({ column: { type: 'varchar', length: 10, name: 'kind' } })
    class Site extends Base {
      @OneToMany(() => Log, (log) => log.site)
      logs!: Relation<Log>[];
    }
    @ChildEntity()
    class Mine extends Site {}
    const text = await mistakesOf([Log, Site, Mine]);
    expect(text.match(/\.logs: /g)).toEqual(['.logs: ']);
  });
});

describe('required filters of a class whose rows are also those of its parent', () => {
  const createFamily = (parent: unknown, child: unknown) => {
    @Entity()
    @TableInheritance({ column: { type: 'varchar', length: 10, name: 'kind' } })
    @Bulk()
    @anywhere(parent)
    class Vehicle extends Base {
      @Column({ type: 'varchar', length: 20 })
      @Filter(FilterEQ)
      plate!: string;

      @Column({ type: 'varchar', length: 20 })
      @Filter(FilterEQ)
      colour!: string;
    }
    @ChildEntity()
    @anywhere(child)
    class Car extends Vehicle {}
    return [Vehicle, Car];
  };
  const mistake =
    "- Vehicle @Bulk: it writes rows of Car without the filters that Car requires. Add the @RequireFilter of Car to Vehicle, or @Bulk('create') to one of them.";

  test.each<[string, unknown]>([
    ['requires none', nothing],
    ['takes others', RequireFilter('plate.eq', 'colour.eq')],
  ])('a parent that %s is a mistake', async (_, parent) => {
    expect(await mistakesOf(createFamily(parent, RequireFilter('plate.eq')))).toContain(mistake);
  });

  test.each<[string, unknown, unknown]>([
    ['requires the same', RequireFilter('plate.eq'), nothing],
    ['requires one of them', RequireFilter('plate.eq'), RequireFilter('plate.eq', 'colour.eq')],
  ])('a parent that %s is none', async (_, parent, child) => {
    expect((await describeApi(createFamily(parent, child))).routes).toContain('DELETE /vehicles');
  });

  test('rows of a class without bulk writes are not written by the parent', async () => {
    const child = (target: object) => {
      anywhere(RequireFilter('plate.eq'))(target as never);
      anywhere(Bulk('create'))(target as never);
    };
    expect((await describeApi(createFamily(nothing, child))).routes).toContain('DELETE /vehicles');
  });
});
