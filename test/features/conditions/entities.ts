// Documents count their versions, folders have tags by annotation, and drawers have none.
import { CacheControl, EagerLoad, ETag, EdgeUpdateBulk, SparseFields } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { Skip } from '@decorest/core';
import type { Fixture } from '../../support/for-each-database.js';

@Entity()
export class Drawer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @OneToMany(() => Folder, (folder) => folder.drawer)
  folders!: Relation<Folder[]>;
}

@Entity()
@ETag()
@CacheControl('private, max-age=60')
export class Folder {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @Column({ type: 'varchar', length: 20, default: '' })
  @Skip()
  hidden!: string;

  @ManyToOne(() => Drawer, (drawer) => drawer.folders, { nullable: true })
  @Index()
  @EagerLoad()
  drawer!: Relation<Drawer> | null;

  @OneToMany(() => Sheet, (sheet) => sheet.folder)
  @EdgeUpdateBulk()
  sheets!: Relation<Sheet[]>;
}

@Entity()
@SparseFields()
export class Sheet {
  @PrimaryGeneratedColumn()
  id!: number;

  @VersionColumn()
  version!: number;

  @Column({ type: 'varchar', length: 20 })
  title!: string;

  @Column({ type: 'varchar', length: 20, default: '' })
  @Skip()
  hidden!: string;

  @ManyToOne(() => Folder, (folder) => folder.sheets, { nullable: true })
  @Index()
  @EagerLoad()
  folder!: Relation<Folder> | null;

  @ManyToMany(() => Drawer)
  @JoinTable()
  drawers!: Relation<Drawer[]>;
}

export const fixture: Fixture = {
  entities: [Drawer, Folder, Sheet],
  options: {},
  async fill(dataSource: DataSource) {
    await dataSource.getRepository(Drawer).insert([{ name: 'oak' }, { name: 'ash' }]);
    await dataSource.getRepository(Folder).insert([{ name: 'red', drawer: { id: 1 } }, { name: 'blue' }]);
    await dataSource.getRepository(Sheet).insert([
      { title: 'one', folder: { id: 1 } },
      { title: 'two', folder: { id: 1 } },
      { title: 'three', folder: null },
    ]);
  },
};
