// Shelves, their books and the books' labels: edges of each kind, eager ones among them, whose writes are observed.
import { Bulk, EdgeCreate, EdgeUpdateBulk, Filter, NestedCreate, Restore } from '@decorest/core';
import {
  AfterInsert,
  AfterLoad,
  AfterRemove,
  AfterSoftRemove,
  AfterUpdate,
  BeforeInsert,
  BeforeUpdate,
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type EntityManager,
  type Relation,
} from 'typeorm';
import { recordEvent } from './observed-events.js';

@Entity({ name: 'makers' })
export class Maker {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) name!: string;
}

@Entity({ name: 'labels' })
export class Label {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) text!: string;

  @ManyToMany(() => Book, (book) => book.labels)
  @EdgeCreate()
  books!: Relation<Book[]>;
}

@Entity({ name: 'shelves' })
@Bulk()
export class Shelf {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 })
  @Filter('eq')
  name!: string;

  @Column('int', { default: 5 }) width!: number;

  @ManyToOne(() => Maker, { eager: true, nullable: true })
  maker!: Maker | null;

  @OneToMany(() => Book, (book) => book.shelf, { cascade: ['insert'] })
  @EdgeCreate()
  @EdgeUpdateBulk()
  @NestedCreate()
  books!: Relation<Book[]>;

  @OneToOne(() => Plate, (plate) => plate.shelf)
  plate!: Relation<Plate> | null;

  @VersionColumn() version!: number;

  @BeforeUpdate()
  widen(): void {
    recordEvent(this, { name: `listener before ${String(this.maker?.name)}` });
    if (this.name === 'listen') this.width = 77;
  }

  @AfterRemove()
  removed(): void {
    recordEvent(this, { name: `listener after removal ${String(this.id)} ${String(this.maker?.name)}` });
  }
}

@Entity({ name: 'plates' })
export class Plate {
  @PrimaryGeneratedColumn() id!: number;

  @OneToOne(() => Shelf, (shelf) => shelf.plate, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn()
  shelf!: Relation<Shelf> | null;
}

const loaded = new WeakMap<Book, Pick<Book, 'title' | 'rank' | 'shelf'>>();

@Entity({ name: 'books' })
@Bulk()
@Restore()
export class Book {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 })
  @Filter('eq')
  title!: string;

  @Column('int', { default: 3 }) rank!: number;

  @ManyToOne(() => Shelf, (shelf) => shelf.books, {
    eager: true,
    nullable: true,
    cascade: ['insert'],
    onDelete: 'SET NULL',
  })
  @NestedCreate()
  shelf!: Relation<Shelf> | null;

  /** Eager: listeners see them. */
  @ManyToMany(() => Label, (label) => label.books, { eager: true, cascade: ['insert'] })
  @JoinTable({ name: 'book_labels' })
  @EdgeUpdateBulk()
  @NestedCreate()
  labels!: Label[];

  /** Not read, unless a request says which ones there are. */
  @ManyToMany(() => Label)
  @JoinTable({ name: 'book_marks' })
  @EdgeUpdateBulk()
  marks!: Label[];

  @UpdateDateColumn() updatedAt!: Date;

  @VersionColumn() version!: number;

  @DeleteDateColumn() deletedAt!: Date | null;

  @BeforeInsert()
  fill(): void {
    recordEvent(this, { name: `listener before insert ${this.title}` });
    if (this.title === 'listen') this.rank = 77;
    this.discard();
  }

  @AfterLoad()
  keep(): void {
    loaded.set(this, { title: this.title, rank: this.rank, shelf: this.shelf });
  }

  @BeforeUpdate()
  takeBack(): void {
    const { title, ...others } = loaded.get(this) ?? {};
    if (this.title === 'undo') Object.assign(this, others, { title });
    if (this.title === 'rename') Object.assign(this, { title });
    this.discard();
  }

  /** `save()` tells listeners nothing of an update that changes nothing. */
  discard(): void {
    if (this.title === 'discard' && loaded.get(this)?.title !== 'discard')
      this.deletedAt = new Date('2001-02-03T04:05:06Z');
  }

  @AfterInsert()
  filled(): void {
    recordEvent(this, {
      name: `listener after insert ${this.deletedAt ? 'deleted' : String(this.rank)} ${String(this.id)}`,
    });
  }

  @AfterUpdate()
  @AfterSoftRemove()
  changed(): void {
    recordEvent(this, {
      name: `listener after ${this.title} ${String(this.labels.map(({ id }) => id).sort())}`,
    });
  }
}

export const shelfEntities = [Maker, Label, Shelf, Plate, Book];

export async function fillShelves(manager: EntityManager): Promise<void> {
  await manager.insert(Maker, [{ name: 'one' }, { name: 'two' }]);
  await manager.insert(Label, [{ text: 'red' }, { text: 'blue' }, { text: 'green' }]);
  await manager.insert(Shelf, [
    { name: 'a', maker: { id: 1 } },
    { name: 'b' },
    { name: 'gone', maker: { id: 2 } },
    { name: 'gone' },
  ]);
  await manager.insert(Plate, { shelf: null });
  const shelf = { id: 1 };
  await manager.insert(Book, [{ title: 'a', shelf }, { title: 'a', shelf }, { title: 'b' }]);
  for (const [property, id] of [
    ['labels', 1],
    ['marks', 2],
  ] as const)
    await manager.createQueryBuilder().relation(Book, property).of(1).add(id);
}
