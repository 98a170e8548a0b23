// Declarations of rows by how their key comes to be: the kind of the key, and who fills it.
import { AllowClientIDs, Bulk, EagerLoad, EdgeCreate, NestedCreate } from '@decorest/core';
import {
  BeforeInsert,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type PrimaryColumnOptions,
} from 'typeorm';
import { speaksMysql, type DatabaseName } from '../support/test-database.js';

/** Who fills a key. `rewritten`: the client, and then a trigger. */
export type Filler = 'client' | 'listener' | 'function' | 'counter' | 'trigger' | 'rewritten';

/** A kind of key. */
export interface NewKeyKind {
  readonly name: string;
  readonly type: (database: DatabaseName) => PrimaryColumnOptions;
  readonly holds: typeof String | typeof Number;
  /** The default that the database computes. */
  readonly computed: (database: DatabaseName) => string;
  /** A key that a client or a listener gives. */
  readonly given: (number: number) => string | number;
  readonly fillers: readonly Filler[];
}

const texts: readonly Filler[] = ['client', 'listener', 'function', 'trigger', 'rewritten'];
const hex = '(lower(hex(randomblob(8))))';

const numbers = {
  holds: Number,
  fillers: ['client', 'listener', 'function', 'counter'],
} as const satisfies Partial<NewKeyKind>;

/** The kinds of keys. */
export const newKeyKinds: readonly NewKeyKind[] = [
  {
    name: 'Text',
    type: () => ({ type: 'varchar', length: 60 }),
    holds: String,
    computed: (database) => (database === 'sqlite' ? `('k-' || ${hex})` : concatenated(database)),
    given: (number) => `g-${number}`,
    fillers: texts,
  },
  {
    name: 'Digits',
    type: () => ({ type: 'varchar', length: 60 }),
    holds: String,
    computed: (database) =>
      database === 'sqlite' ? `('7' || ${hex})` : concatenated(database).replace('k-', '7'),
    given: (number) => `0${number}`,
    fillers: texts,
  },
  {
    name: 'Uuid',
    type: () => ({ type: 'varchar', length: 36 }),
    holds: String,
    computed: (database) =>
      database === 'sqlite' ? hex : speaksMysql(database) ? '(uuid())' : 'gen_random_uuid()',
    given: (number) => `00000000-0000-4000-8000-00000000${String(number).padStart(4, '0')}`,
    fillers: texts,
  },
  {
    name: 'Char',
    type: (database) => ({ type: database === 'sqlite' ? 'varchar' : 'char', length: 40 }),
    holds: String,
    computed: (database) => (database === 'sqlite' ? hex : concatenated(database)),
    given: (number) => `c${number}`,
    fillers: ['client', 'listener', 'function'],
  },
  {
    name: 'Int',
    ...numbers,
    type: () => ({ type: 'int' }),
    computed: (database) =>
      ({
        sqlite: '(abs(random() % 1000000000))',
        postgres: 'floor(random() * 1000000000)::int',
        mysql: '(floor(rand() * 1000000000))',
      })[database === 'mariadb' ? 'mysql' : database === 'sqlite3' ? 'sqlite' : database],
    given: (number) => 10 + number,
  },
  {
    name: 'Bigint',
    ...numbers,
    holds: String,
    type: () => ({ type: 'bigint' }),
    computed: (database) =>
      ({
        sqlite: '(9007199254740993 + abs(random() % 1000000000))',
        postgres: '(9007199254740993 + floor(random() * 1000000000)::bigint)',
        mysql: '(9007199254740993 + cast(floor(rand() * 1000000000) as signed))',
      })[database === 'mariadb' ? 'mysql' : database === 'sqlite3' ? 'sqlite' : database],
    given: (number) => String(9_007_199_254_740_993n + BigInt(number)),
  },
];

function concatenated(database: DatabaseName): string {
  return speaksMysql(database) ? "(concat('k-', uuid()))" : "concat('k-', gen_random_uuid())";
}

/** A declaration: a class of rows, that of their owners, and how their key comes to be. */
export interface NewRowCase {
  readonly name: string;
  readonly kind: NewKeyKind;
  readonly filler: Filler;
  /** The key has a first part that clients choose. */
  readonly isComposite: boolean;
}

/** All declarations of a database. */
export function listNewRowCases(database: DatabaseName): readonly NewRowCase[] {
  return newKeyKinds.flatMap((kind) =>
    kind.fillers.flatMap((filler) =>
      [false, true]
        // A counter is a key by itself, and SQLite computes no integer for INTEGER PRIMARY KEY.
        .filter((isComposite) => !isComposite || filler !== 'counter')
        .filter(
          (isComposite) =>
            isComposite || database !== 'sqlite' || filler !== 'function' || kind.holds !== Number,
        )
        .map((isComposite) => ({
          name: `${kind.name}${filler[0]?.toUpperCase() ?? ''}${filler.slice(1)}${isComposite ? 'Part' : ''}`,
          kind,
          filler,
          isComposite,
        })),
    ),
  );
}

type Class = new () => object;
type MemberDecorator = (target: object, member: string) => void;

let listenerKeys = 0;

/** Declares the classes `<name>` and `Keeper<name>`. */
export function declareNewRows(
  { name, kind, filler, isComposite }: NewRowCase,
  database: DatabaseName,
): readonly Class[] {
  const [Row, Owner] = [{ [name]: class {} }, { [`Keeper${name}`]: class {} }].flatMap((made) =>
    Object.values(made),
  ) as [Class, Class];
  const member = (target: Class, property: string, type: unknown, ...decorators: MemberDecorator[]) => {
    Reflect.defineMetadata('design:type', type, target.prototype as object, property);
    for (const decorate of decorators) decorate(target.prototype as object, property);
  };
  const options = kind.type(database);
  if (isComposite) member(Row, 'tenant', Number, PrimaryColumn({ type: 'int' }));
  if (filler === 'counter')
    member(Row, 'key', kind.holds, PrimaryGeneratedColumn(toCounter(options, database)));
  else member(Row, 'key', kind.holds, PrimaryColumn({ ...options, ...toDefault(kind, filler, database) }));
  member(Row, 'mark', String, Column({ type: 'varchar', length: 60 }));
  const back = (row: object) => (row as { owner: object }).owner;
  const forth = (owner: object) => (owner as { rows: object }).rows;
  member(
    Row,
    'owner',
    Object,
    ManyToOne(() => Owner, forth, { nullable: true }),
  );
  if (filler === 'listener') {
    Object.defineProperty(Row.prototype, 'chooseKey', {
      value(this: { key: unknown }) {
        this.key = kind.given(5_000 + listenerKeys++);
      },
    });
    BeforeInsert()(Row.prototype as object, 'chooseKey');
  }
  member(Owner, 'id', Number, PrimaryGeneratedColumn());
  member(
    Owner,
    'rows',
    Array,
    OneToMany(() => Row, back),
    EagerLoad(),
    EdgeCreate(),
    NestedCreate(),
  );
  Entity()(Row);
  Entity()(Owner);
  Bulk()(Row);
  AllowClientIDs(isChosenByClient(filler) || isComposite)(Row);
  return [Row, Owner];
}

/** Whether bodies have the key. */
export function isChosenByClient(filler: Filler): boolean {
  return filler === 'client' || filler === 'rewritten';
}

/** SQLite counts only in INTEGER PRIMARY KEY. */
function toCounter({ type }: PrimaryColumnOptions, database: DatabaseName): { type: 'integer' | 'bigint' } {
  return { type: type === 'bigint' && database !== 'sqlite' ? 'bigint' : 'integer' };
}

function toDefault(kind: NewKeyKind, filler: Filler, database: DatabaseName): PrimaryColumnOptions {
  if (filler === 'function') return { default: () => kind.computed(database) };
  if (isChosenByClient(filler)) return {};
  return { default: kind.holds === Number || kind.name === 'Bigint' ? 0 : '' };
}
