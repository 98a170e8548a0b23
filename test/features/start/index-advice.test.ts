// One warning at the start names the edges that lead through a foreign key without an index, and what to add.
import { createApi, Skip, type Logger } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../../support/test-database.js';

@Entity()
class House {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Plain, (plain) => plain.house)
  plains!: Plain[];

  @OneToMany(() => Plain, (plain) => plain.former)
  formerPlains!: Plain[];

  /** Invisible to clients: no advice. */
  @Skip()
  @OneToMany(() => Plain, (plain) => plain.hidden)
  hiddenPlains!: Plain[];

  @OneToMany(() => Secret, (secret) => secret.house)
  secrets!: Secret[];

  @OneToMany(() => Indexed, (indexed) => indexed.house)
  indexeds!: Indexed[];

  @OneToMany(() => Leading, (leading) => leading.house)
  leadings!: Leading[];

  @OneToMany(() => Trailing, (trailing) => trailing.house)
  trailings!: Trailing[];

  @OneToMany(() => Distinct, (distinct) => distinct.house)
  distincts!: Distinct[];

  @OneToMany(() => Keyed, (keyed) => keyed.house)
  keyeds!: Keyed[];

  @OneToOne(() => Garden, (garden) => garden.house)
  garden!: Relation<Garden> | null;

  @ManyToMany(() => Garden, (garden) => garden.neighbours)
  @JoinTable()
  gardens!: Garden[];
}

@Entity()
class Plain {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => House, (house) => house.plains)
  house!: Relation<House>;

  @ManyToOne(() => House, (house) => house.formerPlains)
  former!: Relation<House>;

  @ManyToOne(() => House, (house) => house.hiddenPlains)
  hidden!: Relation<House>;
}

@Entity()
@Skip()
class Secret {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => House, (house) => house.secrets)
  house!: Relation<House>;
}

@Entity()
class Indexed {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @ManyToOne(() => House, (house) => house.indexeds)
  house!: Relation<House>;
}

@Entity()
@Index(['house', 'place'])
class Leading {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  place!: number;

  @ManyToOne(() => House, (house) => house.leadings)
  house!: Relation<House>;
}

/** Rows of one house are not side by side in this index. */
@Entity()
@Index(['place', 'house'])
class Trailing {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  place!: number;

  @ManyToOne(() => House, (house) => house.trailings)
  house!: Relation<House>;
}

@Entity()
@Unique(['house', 'place'])
class Distinct {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  place!: number;

  @ManyToOne(() => House, (house) => house.distincts)
  house!: Relation<House>;
}

@Entity()
class Keyed {
  @PrimaryColumn()
  houseId!: number;

  @PrimaryColumn()
  place!: number;

  @ManyToOne(() => House, (house) => house.keyeds)
  @JoinColumn({ name: 'houseId' })
  house!: Relation<House>;
}

@Entity()
class Garden {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToOne(() => House, (house) => house.garden)
  @JoinColumn()
  house!: Relation<House> | null;

  @ManyToMany(() => House, (house) => house.gardens)
  neighbours!: House[];
}

const entities = [House, Plain, Secret, Indexed, Leading, Trailing, Distinct, Keyed, Garden];

/** Keeps its entries. */
function recordingLogger() {
  const warnings: unknown[] = [];
  const logger: Logger = {
    error: () => undefined,
    warn: (entry, message = '') => {
      if (message.includes('index')) warnings.push([entry, message]);
    },
  };
  return { logger, warnings };
}

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(name, entities);
  });
  afterAll(() => database.close());

  test('the edges that want an index are named once, with the line to add', async () => {
    const { logger, warnings } = recordingLogger();
    const api = createApi(database.dataSource, { logger });
    // MariaDB and MySQL make an index for every foreign key.
    const expected = {
      edges: ['House.plains', 'House.formerPlains', 'House.trailings'],
      add: ['@Index() on Plain.house', '@Index() on Plain.former', '@Index() on Trailing.house'],
    };
    const text = expect.stringContaining('without an index') as unknown;
    const atStart = speaksMysql(name) ? [] : [[expected, text]];
    expect(warnings).toEqual(atStart);
    for (let times = 0; times < 3; times++)
      expect((await api.handle({ method: 'GET', path: '/houses' })).status).toBe(200);
    expect(warnings).toEqual(atStart);
  });

  test('where all edges have one, nothing is said', async () => {
    const sound = await openDatabase(name, [Lane, Tree]);
    try {
      const { logger, warnings } = recordingLogger();
      createApi(sound.dataSource, { logger });
      expect(warnings).toEqual([]);
    } finally {
      await sound.close();
    }
  });
});

@Entity()
class Lane {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Tree, (tree) => tree.lane)
  trees!: Tree[];
}

@Entity()
class Tree {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @ManyToOne(() => Lane, (lane) => lane.trees)
  lane!: Relation<Lane>;
}
