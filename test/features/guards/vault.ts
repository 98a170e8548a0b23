// Classes that require something of requests that write their rows, and every route by which other classes write them. Without
// the guards, each of these routes is open.
import {
  Bulk,
  EdgeCreate,
  EdgeUpdateBulk,
  ExcludeOperations,
  Filter,
  FilterEQ,
  FilterGTE,
  idempotencyEntity,
  NestedCreate,
  OperationUpdate,
  RequireFilter,
  RequireIdempotencyKey,
  RequireIfMatch,
  Restore,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  TableInheritance,
  VersionColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import type { Fixture } from '../../support/for-each-database.js';
import { driverNames } from '../../support/test-database.js';

type Decorator = ClassDecorator & PropertyDecorator;

const nothing = (() => undefined) as unknown as Decorator;

/** The classes with their guards, or without. Of guarded rows, other classes set no foreign keys. */
export function createVault(isGuarded: boolean): Fixture {
  const guard = (annotation: unknown) => (isGuarded ? (annotation as Decorator) : nothing);
  const whereOpen = (annotation: unknown) => (isGuarded ? nothing : (annotation as Decorator));
  const setByTarget = () => guard(ExcludeOperations(OperationUpdate));

  abstract class Base {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({ type: 'varchar', length: 20, default: 'text' })
    name!: string;
  }

  @Entity()
  @Bulk()
  class Agency extends Base {
    @OneToMany(() => Customer, ({ agency }) => agency)
    @NestedCreate()
    @EdgeCreate()
    customers!: Relation<Customer>[];
  }

  @Entity()
  @Bulk()
  class Customer extends Base {
    @Index()
    @ManyToOne(() => Agency, ({ customers }) => customers, { nullable: true })
    agency!: Relation<Agency> | null;

    @OneToMany(() => Account, ({ owner }) => owner)
    @EdgeCreate()
    @NestedCreate()
    @whereOpen(EdgeUpdateBulk())
    @setByTarget()
    accounts!: Relation<Account>[];

    @OneToOne(() => Account, ({ holder }) => holder)
    @NestedCreate()
    @setByTarget()
    card!: Relation<Account> | null;

    @ManyToOne(() => Account, { nullable: true })
    @Index()
    @NestedCreate()
    main!: Relation<Account> | null;

    @ManyToMany(() => Account)
    @JoinTable()
    @NestedCreate()
    shared!: Relation<Account>[];

    @OneToMany(() => Content, ({ author }) => author)
    @NestedCreate()
    @setByTarget()
    contents!: Relation<Content>[];
  }

  @Entity()
  @Restore()
  @guard(RequireIfMatch())
  @guard(RequireIdempotencyKey())
  @guard(Bulk('create'))
  @whereOpen(Bulk())
  class Account extends Base {
    @VersionColumn()
    version!: number;

    @DeleteDateColumn()
    closed!: Date | null;

    @Index()
    @ManyToOne(() => Customer, ({ accounts }) => accounts, { nullable: true })
    owner!: Relation<Customer> | null;

    @OneToOne(() => Customer, ({ card }) => card, { nullable: true })
    @JoinColumn()
    holder!: Relation<Customer> | null;
  }

  @Entity()
  @TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
  @Bulk()
  class Content extends Base {
    @Index()
    @ManyToOne(() => Customer, ({ contents }) => contents, { nullable: true })
    author!: Relation<Customer> | null;
  }

  @ChildEntity('Video')
  @guard(RequireIfMatch())
  @guard(RequireIdempotencyKey())
  @guard(Bulk('create'))
  class Video extends Content {
    @VersionColumn({ nullable: true })
    version!: number;
  }

  @ChildEntity('Article')
  class Article extends Content {}

  @Entity()
  @guard(RequireFilter('name.eq'))
  @Bulk()
  class Parcel extends Base {
    @Column({ type: 'varchar', length: 20 })
    @Filter(FilterEQ)
    declare name: string;

    @Column({ type: 'int', default: 5 })
    @Filter(FilterGTE)
    weight!: number;
  }

  return {
    entities: (database) => [
      Agency,
      Customer,
      Account,
      Content,
      Video,
      Article,
      Parcel,
      idempotencyEntity(driverNames[database]),
    ],
    options: { idempotency: { scope: () => 'everybody' } },
    async fill(dataSource: DataSource) {
      const insert = async (entity: new () => object, rows: object[]) => {
        await dataSource.getRepository(entity).insert(rows);
      };
      await insert(Agency, [{}, {}]);
      await insert(Customer, [{}, {}]);
      await insert(Account, [{ owner: { id: 1 }, holder: { id: 1 } }, {}]);
      await insert(Video, [{ author: { id: 1 }, version: 1 }, { version: 1 }]);
      await insert(Article, [{}, {}]);
      await insert(Parcel, [{ name: 'a' }, { name: 'b' }]);
    },
  };
}
