// An archive whose rows can be restored: edges of both kinds, dates and versions, all kinds of lists; and a class whose rows
// cannot.
import {
  CursorPagination,
  EagerLoad,
  Export,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGT,
  FilterIsNil,
  Groupable,
  Includable,
  Measure,
  Restore,
  Sortable,
  SparseFields,
  TotalCount,
  Where,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import type { Fixture } from '../../support/for-each-database.js';

export class Dated {
  @PrimaryGeneratedColumn()
  @Filter(FilterGT)
  @Sortable()
  id!: number;

  @VersionColumn()
  version!: number;

  @UpdateDateColumn()
  updated!: Date;

  @DeleteDateColumn()
  @Filter(FilterIsNil)
  @Sortable()
  deletedAt!: Date | null;
}

@Entity()
@Restore()
export class Writer extends Dated {
  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @OneToMany(() => Letter, (letter) => letter.writer)
  @EagerLoad()
  letters!: Relation<Letter[]>;
}

@Entity()
@Restore()
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@Export('csv', 'ndjson')
@Measure('count')
@Where()
@SparseFields()
export class Letter extends Dated {
  @Column({ type: 'varchar', length: 20, unique: true })
  @Filter(FilterEQ)
  @Sortable()
  title!: string;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterEQ)
  @Groupable()
  @Sortable()
  weight!: number | null;

  /** Too long for a cursor. */
  @Column({ type: 'text' })
  @Sortable()
  body!: string;

  @Index()
  @ManyToOne(() => Writer, (writer) => writer.letters, { nullable: true })
  @EagerLoad()
  @Includable()
  @Filter(FilterEdge)
  writer!: Relation<Writer> | null;
}

/** Soft-deleted, but not to be restored. */
@Entity()
export class Note extends Dated {
  @Column({ type: 'varchar', length: 20 })
  text!: string;
}

export const longAgo = new Date('2001-02-03T04:05:06Z');

/** Letters 1 to 6, of which 2, 4 and 6 are deleted; writers 1 and 2, of which 2 is. */
export async function fillArchive(dataSource: DataSource): Promise<void> {
  await dataSource.getRepository(Writer).insert([{ name: 'Ada' }, { name: 'Bo' }]);
  const rows = [1, 2, 3, 4, 5, 6].map((at) => ({
    title: `Letter ${at}`,
    weight: at % 3 === 0 ? null : at,
    body: `${9 - at}${'x'.repeat(1500)}`,
    writer: at === 5 ? null : { id: at < 4 ? 1 : 2 },
  }));
  await dataSource.getRepository(Letter).insert(rows);
  await dataSource.getRepository(Note).insert([{ text: 'x' }, { text: 'y' }]);
  await dataSource.getRepository(Letter).update([2, 4, 6], { deletedAt: longAgo });
  await dataSource.getRepository(Writer).update([2], { deletedAt: longAgo });
  await dataSource.getRepository(Note).update([2], { deletedAt: longAgo });
  for (const entity of [Letter, Writer, Note])
    await dataSource.createQueryBuilder().update(entity).set({ updated: longAgo, version: 1 }).execute();
}

export const archive: Fixture = {
  entities: [Writer, Letter, Note],
  options: { returnMinimal: true },
  fill: fillArchive,
};

/** The stored letter with an id. */
export function findLetter(dataSource: DataSource, id: number): Promise<Omit<Letter, 'writer'> | null> {
  return dataSource.getRepository(Letter).findOne({ where: { id }, withDeleted: true });
}
