// Versions and update dates: every statement that changes a row changes them, also one that only sets a foreign key.
import { EdgeUpdateBulk, hooksFor } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';

class Versioned {
  @PrimaryGeneratedColumn()
  id!: number;

  @VersionColumn()
  version!: number;

  @UpdateDateColumn()
  updated!: Date;

  @DeleteDateColumn()
  deleted!: Date | null;
}

@Entity()
class Shelf extends Versioned {
  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @OneToMany(() => Folder, (folder) => folder.shelf)
  @EdgeUpdateBulk()
  folders!: Relation<Folder[]>;

  @ManyToMany(() => Label, (label) => label.shelves)
  @JoinTable()
  labels!: Relation<Label[]>;
}

@Entity()
class Folder extends Versioned {
  @ManyToOne(() => Shelf, (shelf) => shelf.folders, { nullable: true })
  shelf!: Relation<Shelf> | null;
}

@Entity()
class Label {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @ManyToMany(() => Shelf, (shelf) => shelf.labels)
  shelves!: Relation<Shelf[]>;
}

const longAgo = new Date('2001-02-03T04:05:06Z');

const fixture: Fixture = {
  entities: [Shelf, Folder, Label],
  options: {},
  async fill(dataSource) {
    await dataSource.getRepository(Shelf).insert([{ name: 'a' }, { name: 'b' }]);
    await dataSource.getRepository(Folder).insert([{ shelf: { id: 1 } }, { shelf: null }, { shelf: null }]);
    await dataSource.getRepository(Label).insert([{ name: 'x' }, { name: 'y' }]);
    for (const entity of [Shelf, Folder])
      await dataSource.createQueryBuilder().update(entity).set({ updated: longAgo, version: 1 }).execute();
  },
};

const observed: Fixture = {
  ...fixture,
  options: { hooks: [hooksFor(Shelf, { before: { update: () => undefined } })] },
};

/** The versions of all rows by id. The update date of a row must have changed if and only if its version has. */
async function readVersions(stage: Stage, entity: typeof Shelf | typeof Folder) {
  const rows = await stage.dataSource
    .getRepository<Versioned>(entity)
    .find({ order: { id: 'ASC' }, withDeleted: true });
  for (const { version, updated } of rows) expect(updated.getTime() > longAgo.getTime()).toBe(version > 1);
  return rows.map(({ version }) => version);
}

const declareTests = (stage: Stage) => {
  test.each([
    ['an edge of one row is added', { add_folders: [2] }, [2, 1], [1, 2, 1]],
    ['a link that exists is added again', { add_folders: [1] }, [2, 1], [1, 1, 1]],
    ['an edge is removed', { remove_folders: [1] }, [2, 1], [2, 1, 1]],
    ['an edge that was not there is removed', { remove_folders: [2] }, [2, 1], [1, 1, 1]],
    ['edges are replaced', { folders: [2, 3] }, [2, 1], [2, 2, 2]],
    ['edges are replaced by themselves', { folders: [1] }, [2, 1], [1, 1, 1]],
    ['links of a join table are added', { add_labels: [1, 2] }, [2, 1], [1, 1, 1]],
    ['fields and edges change', { name: 'c', add_folders: [2], add_labels: [1] }, [2, 1], [1, 2, 1]],
    ['a body names an edge without ids', { add_folders: [] }, [2, 1], [1, 1, 1]],
    ['a body names nothing', {}, [1, 1], [1, 1, 1]],
  ])('%s', async (_, body, shelves, folders) => {
    expect((await stage.client.patch('/shelves/1', body)).status).toBe(200);
    expect(await readVersions(stage, Shelf)).toEqual(shelves);
    expect(await readVersions(stage, Folder)).toEqual(folders);
  });

  test('a new row takes rows that exist', async () => {
    await stage.client.post('/shelves', { name: 'c', folders: [2] });
    expect(await readVersions(stage, Folder)).toEqual([1, 2, 1]);
  });

  test('a soft delete', async () => {
    await stage.client.delete('/folders/2');
    expect(await readVersions(stage, Folder)).toEqual([1, 2, 1]);
  });
};

describe('plain', () => {
  forEachDatabase(fixture, declareTests);
});

describe('with hooks', () => {
  forEachDatabase(observed, declareTests);
});
