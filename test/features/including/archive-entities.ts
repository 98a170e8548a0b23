// An archive with an edge of each kind to include: unique and not, through a join table, to the same class, to a key of several
// columns, to classes in one table, to rows that are softly deleted, to long texts; and fields of each kind to choose.
import {
  DefaultSort,
  EagerLoad,
  EagerLoadLimit,
  Filter,
  FilterDepth,
  FilterEdge,
  FilterEQ,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIn,
  FilterIsNil,
  Includable,
  IncludeDepth,
  ItemsPerPage,
  Skip,
  Sortable,
  SparseFields,
  Where,
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
  PrimaryColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';

const loose = { nullable: true, createForeignKeyConstraints: false } as const;

/** Refuses to print what it finds wrong. */
const fragile = {
  to: (value: string) => value,
  from: (value: string) => {
    if (value === 'broken') throw new Error('The transformer was asked.');
    return value.toUpperCase();
  },
};

export class Address {
  @Column({ type: 'varchar', length: 40, nullable: true }) city!: string | null;
  @Column({ type: 'varchar', length: 40, nullable: true }) street!: string | null;
}

@Entity()
@SparseFields()
@IncludeDepth(3)
export class Author {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 40 }) @Sortable() name!: string;
  @Column(() => Address) address!: Address;
  @Column({ length: 40, transformer: fragile }) motto!: string;
  @Column({ length: 40, select: false, default: '' }) password!: string;
  @Column({ length: 40, default: '' }) @Skip() secret!: string;

  @Index()
  @ManyToOne(() => Author, (author) => author.pupils, loose)
  @Includable()
  mentor!: Relation<Author> | null;

  @OneToMany(() => Author, (author) => author.mentor)
  @Includable()
  pupils!: Author[];

  @OneToMany(() => Work, (work) => work.author)
  @Includable()
  @ItemsPerPage(3)
  works!: Work[];

  /** Default: eager and includable. */
  @ManyToMany(() => Prize, (prize) => prize.authors)
  @JoinTable({ name: 'author_prize' })
  @EagerLoad()
  @EagerLoadLimit(2)
  @Includable()
  prizes!: Prize[];

  /** Fixed: eager and not includable. */
  @OneToOne(() => Desk, (desk) => desk.author)
  @EagerLoad()
  desk!: Relation<Desk> | null;
}

@Entity()
export class Desk {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 40 }) room!: string;

  @Index()
  @OneToOne(() => Author, (author) => author.desk, loose)
  @JoinColumn()
  @Includable()
  author!: Relation<Author> | null;
}

@Entity()
@DefaultSort('-label')
export class Prize {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 40 }) @Sortable() label!: string;

  @ManyToMany(() => Author, (author) => author.prizes)
  @Includable()
  authors!: Author[];
}

/** Works, some of them plays, in one table. */
@Entity()
@SparseFields()
@IncludeDepth(2)
@Where()
@FilterDepth(2)
@TableInheritance({ column: { name: 'kind', type: 'varchar', length: 10 } })
export class Work {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 40 }) @Filter(FilterGroupEqual, FilterIn) @Sortable() title!: string;
  @Column({ type: 'int', nullable: true }) @Filter(FilterGroupLength, FilterIsNil) @Sortable() year!:
    number | null;
  @DeleteDateColumn() deletedAt!: Date | null;

  @Index()
  @ManyToOne(() => Author, (author) => author.works, loose)
  @Includable()
  author!: Relation<Author> | null;

  @OneToMany(() => Review, (review) => review.work)
  @Filter(FilterEdge)
  @Includable()
  @EagerLoadLimit(5)
  reviews!: Review[];
}

@ChildEntity('play')
export class Play extends Work {
  @Column({ type: 'int', nullable: true }) acts!: number | null;

  @Index()
  @ManyToOne(() => Desk, loose)
  @Includable()
  writtenAt!: Relation<Desk> | null;
}

/** Numbered within a year; its text may be long. */
@Entity()
@Where()
export class Review {
  @PrimaryColumn({ type: 'int' }) year!: number;
  @PrimaryColumn({ type: 'int' }) number!: number;
  @Column({ type: 'text' }) @Filter(FilterEQ) text!: string;

  @Index()
  @ManyToOne(() => Work, (work) => work.reviews, loose)
  @Includable()
  work!: Relation<Work> | null;

  @Index()
  @ManyToOne(() => Author, loose)
  @Includable()
  critic!: Relation<Author> | null;

  @OneToMany(() => Reply, (reply) => reply.review)
  @Filter(FilterIsNil)
  @Includable()
  replies!: Reply[];
}

@Entity()
@SparseFields()
export class Reply {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'int' }) @Sortable() votes!: number;

  @Index()
  @ManyToOne(() => Review, (review) => review.replies, loose)
  review!: Relation<Review> | null;
}

export const archiveEntities = [Author, Desk, Prize, Work, Play, Review, Reply];
