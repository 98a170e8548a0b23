// A harbour for writes under policies: rows that are deleted for good and rows that can be restored, versions and hashed tags,
// unique names, edges of every kind, and every way to write. The three foreign keys to a port differ in what becomes of them
// when it is deleted. Clients choose the ids, so that two databases have the same.
import {
  AllowClientIDs,
  Bulk,
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  ETag,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterIsNil,
  NestedCreate,
  Restore,
  Skip,
  Sortable,
  Where,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';

/** What all rows have. `note` marks the row: clients never send such a text. */
class Marked {
  @PrimaryColumn({ type: 'int' })
  @Sortable()
  id!: number;

  @Column({ type: 'varchar', length: 8, unique: true })
  @Filter(FilterEQ)
  name!: string;

  @Column({ type: 'varchar', length: 8 })
  @Filter(FilterEQ)
  team!: string;

  @Column({ type: 'varchar', length: 40, default: '' })
  note!: string;
}

@Entity()
@AllowClientIDs()
@Bulk()
@ETag()
export class Port extends Marked {
  @OneToMany(() => Boat, (boat) => boat.port)
  @EagerLoad()
  @EdgeUpdateBulk()
  @EdgeCreate()
  @NestedCreate()
  @Filter(FilterEdge)
  boats!: Relation<Boat[]>;

  @OneToMany(() => Sailor, (sailor) => sailor.home)
  @EdgeUpdateBulk()
  @EdgeCreate()
  @NestedCreate()
  sailors!: Relation<Sailor[]>;

  @OneToMany(() => Crane, (crane) => crane.port)
  @EagerLoad()
  @EdgeCreate()
  cranes!: Relation<Crane[]>;
}

@Entity()
@AllowClientIDs()
@Bulk()
@Restore()
@Where()
export class Boat extends Marked {
  @VersionColumn()
  version!: number;

  @DeleteDateColumn()
  @Skip()
  deletedAt!: Date | null;

  @ManyToOne(() => Port, (port) => port.boats, { nullable: true, onDelete: 'SET NULL' })
  @EagerLoad()
  @NestedCreate()
  @Filter(FilterEdge, FilterIsNil)
  port!: Relation<Port> | null;

  @ManyToMany(() => Sailor, (sailor) => sailor.boats)
  @JoinTable({ name: 'crew', joinColumn: { name: 'boat' }, inverseJoinColumn: { name: 'sailor' } })
  @EagerLoad()
  @EdgeUpdateBulk()
  @EdgeCreate()
  @NestedCreate()
  @Filter(FilterEdge)
  crew!: Relation<Sailor[]>;
}

@Entity()
@AllowClientIDs()
@Bulk()
export class Sailor extends Marked {
  @VersionColumn()
  version!: number;

  @ManyToOne(() => Port, (port) => port.sailors, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  home!: Relation<Port> | null;

  @ManyToMany(() => Boat, (boat) => boat.crew)
  @EagerLoad()
  @EdgeUpdateBulk()
  @EdgeCreate()
  boats!: Relation<Boat[]>;

  @OneToOne(() => Crane, (crane) => crane.operator)
  @EagerLoad()
  @NestedCreate()
  crane!: Relation<Crane> | null;
}

@Entity()
@AllowClientIDs()
@Bulk()
@Restore()
export class Crane extends Marked {
  @DeleteDateColumn()
  @Skip()
  deletedAt!: Date | null;

  @ManyToOne(() => Port, (port) => port.cranes, { nullable: true, onDelete: 'CASCADE' })
  @EagerLoad()
  @Filter(FilterEdge)
  port!: Relation<Port> | null;

  @OneToOne(() => Sailor, (sailor) => sailor.crane, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn()
  @EagerLoad()
  @NestedCreate()
  operator!: Relation<Sailor> | null;
}

export const harbourEntities = [Port, Sailor, Boat, Crane];
