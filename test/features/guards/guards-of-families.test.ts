// Single-table inheritance: what a class requires of writes holds for its rows and those of its subclasses, unless these say
// otherwise, by the routes of each class of the family, edges and writes of many rows.
import {
  Bulk,
  EdgeCreate,
  ExcludeOperations,
  idempotencyEntity,
  NestedCreate,
  OperationUpdate,
  RequireIdempotencyKey,
  RequireIfMatch,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  TableInheritance,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { directStage, type DirectStage } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { anywhere } from '../../support/schema-mistakes.js';
import { listVaultRequests, type VaultRequest } from './vault-requests.js';

const names = ['Thing', 'Gadget', 'Gizmo', 'Widget'] as const;
type Name = (typeof names)[number];
const parents: Readonly<Record<Name, Name | null>> = {
  Thing: null,
  Gadget: 'Thing',
  Gizmo: 'Gadget',
  Widget: 'Thing',
};

/** The classes with annotations, and whether these require something or take it back. */
type Guards = Readonly<Partial<Record<Name, boolean>>>;

function isGuarded(guards: Guards, name: Name): boolean {
  const parent = parents[name];
  return guards[name] ?? (parent !== null && isGuarded(guards, parent));
}

/** Things, gadgets and widgets that are things, and gizmos that are gadgets; customers have things and gadgets. */
function createFamily(guards: Guards): Fixture {
  const annotate = (name: Name) => (target: object) => {
    const on = guards[name];
    if (on !== undefined)
      for (const annotation of [RequireIfMatch(on), RequireIdempotencyKey(on)])
        anywhere(annotation)(target as never);
    anywhere(isGuarded(guards, name) ? Bulk('create') : Bulk())(target as never);
  };

  @Entity()
  @Bulk()
  class Customer {
    @PrimaryGeneratedColumn() id!: number;

    @OneToMany(() => Thing, (thing) => thing.owner)
    @NestedCreate()
    @EdgeCreate()
    @ExcludeOperations(OperationUpdate)
    things!: Relation<Thing>[];

    @OneToMany(() => Gadget, (gadget) => gadget.holder)
    @NestedCreate()
    @EdgeCreate()
    @ExcludeOperations(OperationUpdate)
    gadgets!: Relation<Gadget>[];

    @Index()
    @ManyToOne(() => Gizmo, { nullable: true })
    @NestedCreate()
    main!: Relation<Gizmo> | null;
  }

  @Entity()
  @TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
  @anywhere(annotate('Thing'))
  class Thing {
    @PrimaryGeneratedColumn() id!: number;

    @Column({ type: 'varchar', length: 20, default: 'text' }) name!: string;

    @VersionColumn() version!: number;

    @Index()
    @ManyToOne(() => Customer, ({ things }) => things, { nullable: true })
    owner!: Relation<Customer> | null;
  }

  @ChildEntity('Gadget')
  @anywhere(annotate('Gadget'))
  class Gadget extends Thing {
    @Index()
    @ManyToOne(() => Customer, ({ gadgets }) => gadgets, { nullable: true })
    holder!: Relation<Customer> | null;
  }

  @ChildEntity('Gizmo')
  @anywhere(annotate('Gizmo'))
  class Gizmo extends Gadget {}

  @ChildEntity('Widget')
  @anywhere(annotate('Widget'))
  class Widget extends Thing {}

  return {
    entities: [Customer, Thing, Gadget, Gizmo, Widget, idempotencyEntity('better-sqlite3')],
    options: { idempotency: { scope: () => 'everybody' } },
    async fill({ manager }) {
      await manager.insert(Customer, [{}, {}]);
      for (const entity of [Thing, Gadget, Gizmo, Widget])
        await manager.insert(entity, [{ owner: { id: 1 } }, {}]);
    },
  };
}

/** Rows by their classes and ids. */
type Rows = ReadonlyMap<string, string>;

async function readRows({ database }: DirectStage): Promise<Rows> {
  const rows: { id: number; kind: Name }[] = await database.dataSource.query('SELECT * FROM thing');
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, JSON.stringify(row)]));
}

/** The classes of the rows that a request has created, changed or deleted. */
async function write(
  stage: DirectStage,
  fixture: Fixture,
  { method, target, body }: VaultRequest,
  headers = {},
) {
  const { database, client } = stage;
  await database.empty();
  await fixture.fill(database.dataSource);
  const before = await readRows(stage);
  const { status } = await client.send(method, target, body, headers);
  const after = await readRows(stage);
  const written = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id) !== after.get(id),
  );
  return { status, classes: new Set(written.map((id) => id.split(' ')[0] as Name)) };
}

const families: readonly Guards[] = [
  { Thing: true },
  { Gadget: true },
  { Gizmo: true },
  { Thing: true, Gadget: false },
  { Thing: true, Gizmo: false },
  { Gadget: true, Gizmo: false },
  { Thing: true, Gadget: false, Gizmo: true },
  { Thing: false, Widget: true },
];

describe.each(families)('%j', (guards) => {
  const fixture = createFamily(guards);
  const stage = directStage('sqlite', fixture);

  test('no request without its headers writes a row of a class that requires them', async () => {
    const open: string[] = [];
    for (const request of listVaultRequests(stage.client.api)) {
      const { classes } = await write(stage, fixture, request);
      for (const name of classes) if (isGuarded(guards, name)) open.push(`${request.title}: ${name}`);
    }
    expect(open).toEqual([]);
  });

  test('with them, rows of each class are written', async () => {
    const written = new Set<Name>();
    for (const request of listVaultRequests(stage.client.api)) {
      const { status, classes } = await write(stage, fixture, request, {
        'if-match': '*',
        'idempotency-key': 'k',
      });
      expect([request.title, status]).not.toEqual([request.title, 428]);
      for (const name of classes) written.add(name);
    }
    expect([...written].sort()).toEqual([...names].sort());
  });

  test('the routes of a class that requires nothing write its rows without them', async () => {
    const written = new Set<Name>();
    for (const request of listVaultRequests(stage.client.api)) {
      const { classes } = await write(stage, fixture, request);
      for (const name of classes) written.add(name);
    }
    expect([...written].sort()).toEqual(names.filter((name) => !isGuarded(guards, name)).sort());
  });
});
