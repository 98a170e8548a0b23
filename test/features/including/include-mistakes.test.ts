// What createApi says of includable edges, and how deep their paths are.
import { createApi, Filter, FilterEdge, FilterEQ, Includable, IncludeDepth } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { anywhere, bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

const loose = { nullable: true } as const;

@Entity()
@IncludeDepth(2)
class Folder {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Folder, (folder) => folder.children, loose) @Includable() parent!: Relation<Folder> | null;
  @OneToMany(() => Folder, (folder) => folder.parent) @Includable() children!: Folder[];
  @OneToMany(() => Sheet, (sheet) => sheet.folder) @Includable() sheets!: Sheet[];
}

@Entity()
class Sheet {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Folder, (folder) => folder.sheets, loose) @Includable() folder!: Relation<Folder> | null;
}

/** An edge whose parameter is the filter of another one. */
@Entity()
class Confused {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Sorted, (sorted) => sorted.confused) @Includable() has!: Sorted[];
  @OneToMany(() => Sorted, (sorted) => sorted.other) @Filter(FilterEdge) limit!: Sorted[];
}

@Entity()
class Sorted {
  @PrimaryGeneratedColumn() @Filter(FilterEQ) id!: number;
  @Column() name!: string;
  @ManyToOne(() => Confused, (confused) => confused.has, loose) confused!: Relation<Confused> | null;
  @ManyToOne(() => Confused, (confused) => confused.limit, loose) other!: Relation<Confused> | null;
}

/** Two trees over the same rows, and links between them. */
@Entity()
class Hub {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Hub, (hub) => hub.parts, loose) @Includable() whole!: Relation<Hub> | null;
  @OneToMany(() => Hub, (hub) => hub.whole) @Includable() parts!: Hub[];
  @ManyToOne(() => Hub, (hub) => hub.heirs, loose) @Includable() heirOf!: Relation<Hub> | null;
  @OneToMany(() => Hub, (hub) => hub.heirOf) @Includable() heirs!: Hub[];
  @ManyToMany(() => Hub) @JoinTable() @Includable() links!: Hub[];
}

const silent = { warn: () => undefined, error: () => undefined };

test('the depth of a class goes before the option', async () => {
  const dataSource = await bareDataSource([Folder, Sheet]);
  const longest = (includeDepth?: number) =>
    createApi(dataSource, { logger: silent, ...(includeDepth && { includeDepth }) }).model.entities.map(
      ({ includes }) => Math.max(...includes.map(({ edges }) => edges.length)),
    );
  expect([longest(), longest(3)]).toEqual([
    [2, 1],
    [2, 3],
  ]);
  await dataSource.destroy();
});

test('a document names every path, and a schema for each depth that is left', async () => {
  const dataSource = await bareDataSource([Folder, Sheet]);
  const document = openApiDocument(createApi(dataSource, { logger: silent }));
  const include = document.components?.parameters?.['Folder.include'];
  expect(include).toMatchObject({
    style: 'form',
    explode: false,
    schema: {
      maxItems: 10,
      uniqueItems: true,
      items: { $ref: '#/components/schemas/FolderIncludePath' },
    },
  });
  const schemas = document.components?.schemas ?? {};
  expect(schemas.FolderIncludePath).toMatchObject({
    enum: expect.arrayContaining(['children.sheets']) as unknown,
  });
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'FolderEdges',
      'FolderEmbedded',
      'FolderEmbeddedOneEdge',
      'SheetEmbeddedOneEdge',
      'SheetEmbedded',
    ]),
  );
  expect(schemas.FolderEdges).not.toHaveProperty('required');
  const limit = document.components?.parameters?.['Folder.sheets.limit'];
  expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 } });
  await dataSource.destroy();
});

test('more than 200 parameters of paths', async () => {
  expect(await mistakesOf([Hub], { includeDepth: 3, sparseFields: true })).toContain(
    'Hub @IncludeDepth: the paths of include have 341 parameters, more than 200.',
  );
  const dataSource = await bareDataSource([Hub]);
  expect(() => createApi(dataSource, { includeDepth: 2, sparseFields: true, logger: silent })).not.toThrow();
  await dataSource.destroy();
});

test('a parameter with the name of a filter', async () => {
  expect(await mistakesOf([Confused, Sorted])).toContain(
    "Confused @Includable: the parameter 'has.limit' of an includable edge has the name of a filter.",
  );
});

test('a depth that is none, and an edge where there is none', async () => {
  @Entity()
  @IncludeDepth(4)
  class Wrong {
    @PrimaryGeneratedColumn() @anywhere(Includable()) id!: number;
  }
  const text = await mistakesOf([Wrong]);
  expect(text).toContain('@IncludeDepth');
  expect(text).toContain('@Includable');
});
