// JSON and lists to filter and sort by: each type at each path, in each kind of column that the databases have.
import {
  Filter,
  FilterEdge,
  FilterHasAll,
  FilterHasAny,
  FilterIsEmpty,
  FilterIsNil,
  FilterPath,
  Schema,
  SortablePath,
  type JsonSchema,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { speaksMysql, type DatabaseName } from '../support/test-database.js';

/** Types at paths, the last two keys being unusual. */
export const paths = {
  text: 'string',
  'in.integer': 'integer',
  'in.number': 'number',
  'in.deeper.flag': 'boolean',
  at: 'date-time',
  "o'clock $[0]*": 'string',
  'ключ 😀': 'integer',
} as const;

export type PathType = (typeof paths)[keyof typeof paths];

const valueSchemas: Readonly<Record<PathType, JsonSchema>> = {
  string: { type: 'string' },
  integer: { type: ['integer', 'null'] },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  'date-time': { type: 'string', format: 'date-time' },
};

const schema: JsonSchema = {
  type: 'object',
  properties: {
    text: valueSchemas.string,
    in: {
      type: ['object', 'null'],
      properties: {
        integer: valueSchemas.integer,
        number: valueSchemas.number,
        deeper: { type: 'object', properties: { flag: valueSchemas.boolean } },
      },
    },
    at: valueSchemas['date-time'],
    "o'clock $[0]*": valueSchemas.string,
    'ключ 😀': valueSchemas.integer,
  },
};

const ordered = ['eq', 'neq', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'null'] as const;

/** The predicates of each type. */
export const predicatesByType = {
  string: [...ordered, 'ieq', 'has', 'ihas', 'prefix', 'suffix', 'words'],
  integer: ordered,
  number: ordered,
  boolean: ['eq', 'null'],
  'date-time': ordered,
} as const;

function AllPaths(): PropertyDecorator {
  return (target, property) => {
    for (const [path, type] of Object.entries(paths)) {
      FilterPath(path, ...predicatesByType[type])(target as never, property as never);
      SortablePath(path)(target as never, property as never);
    }
  };
}

/** Lists: the type of their items. */
export const lists = { texts: 'string', integers: 'integer', numbers: 'number', flags: 'boolean' } as const;

function listOf(type: string): JsonSchema {
  return { type: 'array', items: { type } };
}

/** The classes. Only PostgreSQL has arrays, and jsonb. */
export function documentEntities(database: DatabaseName): (new () => object)[] {
  const json = database === 'postgres' || speaksMysql(database) ? 'json' : 'simple-json';
  const jsonb = database === 'postgres' ? 'jsonb' : json;
  const array = <T>(type: 'text' | 'int', fallback: T) =>
    database === 'postgres' ? ({ type, array: true, nullable: true } as const) : fallback;

  @Entity()
  class Sheet {
    @PrimaryGeneratedColumn() id!: number;

    @Column({ type: 'simple-json', nullable: true }) @Schema(schema) @AllPaths() simple!: object | null;
    @Column({ type: json, nullable: true }) @Schema(schema) @AllPaths() json!: object | null;
    @Column({ type: jsonb, nullable: true }) @Schema(schema) @AllPaths() binary!: object | null;

    @Column({ type: 'simple-json', nullable: true })
    @Schema(listOf('string'))
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    texts!: string[] | null;

    @Column({ type: json, nullable: true })
    @Schema(listOf('integer'))
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    integers!: number[] | null;

    @Column({ type: jsonb, nullable: true })
    @Schema(listOf('number'))
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    numbers!: number[] | null;

    @Column({ type: jsonb, nullable: true })
    @Schema(listOf('boolean'))
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    flags!: boolean[] | null;

    @Column({ type: 'simple-array', nullable: true })
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    joined!: string[] | null;

    @Column(array('text', { type: 'simple-json', nullable: true } as const))
    @Schema(listOf('string'))
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    words!: string[] | null;

    @Column(array('int', { type: 'simple-json', nullable: true } as const))
    @Schema({ type: 'array', items: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } })
    @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty, FilterIsNil)
    counts!: number[] | null;

    @ManyToOne(() => Folder, (folder) => folder.sheets, { nullable: true })
    @Filter(FilterEdge)
    folder!: Relation<Folder> | null;
  }

  @Entity()
  class Folder {
    @PrimaryGeneratedColumn() id!: number;
    @Column({ type: json, nullable: true }) @Schema(schema) @AllPaths() json!: object | null;
    @OneToMany(() => Sheet, (sheet) => sheet.folder) @Filter(FilterEdge) sheets!: Sheet[];
  }
  return [Sheet, Folder];
}
