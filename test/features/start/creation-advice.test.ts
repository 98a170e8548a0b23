// One warning at the start names what keeps clients from creating an entity: a value that is demanded, and that none of
// them may give.
import { createApi, ExcludeOperations, hooksFor, ReadOnly, Skip, type ApiOptions } from '@decorest/core';
import {
  BeforeInsert,
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { databaseNames, openDatabase } from '../../support/test-database.js';

@Entity()
class Office {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity()
class Locked {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @Skip()
  hidden!: string;

  @Column({ type: 'int' })
  @ReadOnly()
  total!: number;

  @Column({ insert: false })
  late!: string;

  @ManyToOne(() => Office, { nullable: false })
  @Skip()
  office!: Relation<Office>;
}

/** All that is demanded is made, has a default, or is set by clients. */
@Entity()
class Open {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column()
  name!: string;

  @Column({ default: 0 })
  @Skip()
  hidden!: number;

  @Column({ type: 'int', nullable: true })
  @ReadOnly()
  total!: number | null;

  @CreateDateColumn()
  createdAt!: Date;

  @VersionColumn()
  version!: number;

  @Column({ type: 'int' })
  officeId!: number;

  @ManyToOne(() => Office, { nullable: false })
  @JoinColumn({ name: 'officeId' })
  office!: Relation<Office>;

  // The edge to the office sets its column.
  @ManyToOne(() => Office, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'officeId' })
  @Skip()
  sameOffice!: Relation<Office>;
}

/** The listener sets it. */
@Entity()
class Heard {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @Skip()
  hidden!: string;

  @BeforeInsert()
  fill(): void {
    this.hidden = 'filled';
  }
}

@Entity()
class Hooked {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @Skip()
  hidden!: string;
}

@Entity()
@ExcludeOperations('create')
class Fixed {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column()
  @Skip()
  hidden!: string;
}

const entities = [Office, Locked, Open, Heard, Hooked, Fixed];
const hooks = [hooksFor(Hooked, { before: { create: ({ entity }) => void (entity.hidden = 'filled') } })];

test('the console gets the message before its details', async () => {
  const database = await openDatabase('sqlite', [Office, Locked]);
  const warn = jest.spyOn(console, 'warn').mockReturnValue();
  try {
    createApi(database.dataSource);
    expect(warn.mock.calls).toContainEqual([
      expect.stringContaining('cannot create'),
      { members: expect.arrayContaining(['Locked.hidden']) as unknown },
    ]);
  } finally {
    warn.mockRestore();
    await database.close();
  }
});

describe.each(databaseNames)('%s', (name) => {
  test.each([
    [
      'what no client may give is named',
      entities,
      ['Locked.hidden', 'Locked.total', 'Locked.late', 'Locked.office'],
    ],
    ['where all is given, nothing is said', entities.filter((entity) => entity !== Locked), null],
  ])('%s', async (_title, some, members) => {
    const database = await openDatabase(name, some);
    try {
      const warnings: unknown[][] = [];
      const logger = { error: () => undefined, warn: (...entry: unknown[]) => void warnings.push(entry) };
      const options: ApiOptions = { hooks, logger };
      createApi(database.dataSource, options);
      const advice = warnings.filter(([entry]) => Object.hasOwn(entry as object, 'members'));
      expect(advice).toEqual(members ? [[{ members }, expect.stringContaining('cannot create')]] : []);
    } finally {
      await database.close();
    }
  });
});
