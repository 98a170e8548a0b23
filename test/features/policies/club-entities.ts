// A club with every way to reach a row: joined and batched eager edges, printed by the database and by us, unique edges
// from both sides, join tables, a tree, classes in one table, and a table that the API does not show. The database
// enforces no foreign keys: a row can be taken out and leave the rest as it is.
import {
  AllowClientIDs,
  DefaultSort,
  EagerLoad,
  EagerLoadLimit,
  EdgeUpdateBulk,
  Export,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupLength,
  FilterGroupNil,
  FilterIsNil,
  Groupable,
  Includable,
  Measure,
  Skip,
  Sortable,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
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

const loose = { createForeignKeyConstraints: false } as const;

@Entity()
@AllowClientIDs()
@Export('ndjson', 'csv')
@Measure('count')
export class Person {
  @PrimaryColumn({ type: 'int' }) @Filter(FilterGroupArray, FilterEQ) id!: number;
  @Column()
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  @Groupable()
  @Measure('distinct')
  name!: string;
  @Column({ type: 'int' })
  @Filter(FilterGroupLength, FilterEQ)
  @Sortable()
  @Measure('sum', 'avg', 'max')
  rank!: number;
  /** Only policies see it. */
  @Column({ default: 'red' }) @Skip() team!: string;
  @Includable()
  @ManyToOne(() => Person, (person) => person.pupils, { nullable: true, ...loose })
  @Filter(FilterEdge, FilterIsNil)
  mentor!: Relation<Person> | null;
  @Includable()
  @OneToMany(() => Person, (person) => person.mentor)
  @Filter(FilterEdge)
  pupils!: Person[];
  @Includable()
  @OneToMany(() => Note, (note) => note.author)
  @EagerLoad()
  @EagerLoadLimit(2)
  @Filter(FilterEdge)
  @EdgeUpdateBulk()
  @FilterGroup('search')
  notes!: Note[];
  @Includable()
  @ManyToMany(() => Circle, (circle) => circle.members)
  @EagerLoad()
  @EagerLoadLimit(1)
  @EdgeUpdateBulk()
  @Filter(FilterEdge)
  circles!: Circle[];
  @Includable()
  @OneToOne(() => Locker, (locker) => locker.holder)
  @EagerLoad()
  @Filter(FilterEdge)
  locker!: Relation<Locker> | null;
}

@Entity()
@AllowClientIDs()
@Export('ndjson', 'csv')
@Measure('count')
export class Note {
  @PrimaryColumn({ type: 'int' }) @Filter(FilterGroupArray, FilterEQ) id!: number;
  @Column({ unique: true }) @Filter(FilterGroupEqual) @FilterGroup('search') @Sortable() title!: string;
  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupLength, FilterGroupNil)
  @Sortable()
  @Measure('sum')
  stars!: number | null;
  /** A float is one of the kinds that no database prints as we do. */
  @Column({ type: 'double precision', default: 0.5 }) weight!: number;
  @Includable()
  @ManyToOne(() => Person, (person) => person.notes, { nullable: true, ...loose })
  @EagerLoad()
  @Groupable()
  @Filter(FilterEdge, FilterIsNil)
  author!: Relation<Person> | null;
  @Includable()
  @ManyToMany(() => Circle, (circle) => circle.notes, loose)
  @JoinTable()
  @Filter(FilterEdge)
  @EdgeUpdateBulk()
  circles!: Circle[];
}

@Entity()
@AllowClientIDs()
@Export('ndjson', 'csv')
@DefaultSort('members.count')
export class Circle {
  @PrimaryColumn({ type: 'int' }) @Filter(FilterGroupArray) id!: number;
  @Column() @Filter(FilterGroupEqual) @Sortable() name!: string;
  @Includable()
  @ManyToMany(() => Person, (person) => person.circles, loose)
  @JoinTable()
  @EagerLoad()
  @EagerLoadLimit(2)
  @EdgeUpdateBulk()
  @Filter(FilterEdge)
  members!: Person[];
  @Includable()
  @ManyToMany(() => Note, (note) => note.circles)
  @Filter(FilterEdge)
  notes!: Note[];
  /** Only policies see it. */
  @OneToMany(() => Grant, (grant) => grant.circle) grants!: Grant[];
}

@Entity()
@AllowClientIDs()
@Export('ndjson', 'csv')
export class Locker {
  @PrimaryColumn({ type: 'int' }) @Filter(FilterGroupArray) id!: number;
  @Column() @Filter(FilterGroupContains) @Sortable() code!: string;
  @Includable()
  @OneToOne(() => Person, (person) => person.locker, { nullable: true, ...loose })
  @JoinColumn()
  @EagerLoad()
  @Filter(FilterEdge, FilterIsNil)
  holder!: Relation<Person> | null;
}

@Entity()
@AllowClientIDs()
@Export('ndjson', 'csv')
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
export class Item {
  @PrimaryColumn({ type: 'int' }) @Filter(FilterGroupArray) id!: number;
  @Column() @Filter(FilterGroupEqual) @Sortable() label!: string;
  @ManyToOne(() => Person, { nullable: true, ...loose })
  @EagerLoad()
  @Filter(FilterEdge)
  lender!: Relation<Person> | null;
}

@ChildEntity()
@AllowClientIDs()
export class Book extends Item {
  @Column({ type: 'int', default: 1 }) @Filter(FilterGroupLength) @Sortable() pages!: number;
}

@ChildEntity()
@AllowClientIDs()
export class Tool extends Item {
  @Column({ default: false }) @Filter(FilterEQ) sharp!: boolean;
}

/** Who may see which circle: never shown. */
@Entity()
@Skip()
export class Grant {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @ManyToOne(() => Person, { nullable: false, ...loose }) person!: Relation<Person>;
  @ManyToOne(() => Circle, (circle) => circle.grants, { nullable: false, ...loose })
  circle!: Relation<Circle>;
}

export const clubEntities = [Person, Note, Circle, Locker, Item, Book, Tool, Grant];
