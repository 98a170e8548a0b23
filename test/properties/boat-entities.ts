// Entities for the model of writes: soft deletes, versions, unique names, an edge to rows that are deleted for good; ids chosen
// by the client, so that all databases have the same.
import {
  AllowClientIDs,
  Bulk,
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  Filter,
  FilterEQ,
  FilterIsNil,
  NestedCreate,
  Restore,
  Skip,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';

@Entity()
@AllowClientIDs()
@Bulk()
@Restore()
export class Boat {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 10, unique: true })
  @Filter(FilterEQ)
  name!: string;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterEQ, FilterIsNil)
  rank!: number | null;

  @VersionColumn()
  version!: number;

  @DeleteDateColumn()
  @Skip()
  deleted!: Date | null;

  @OneToMany(() => Oar, (oar) => oar.boat)
  @EagerLoad()
  @EdgeUpdateBulk()
  @EdgeCreate()
  @NestedCreate()
  oars!: Oar[];
}

@Entity()
@AllowClientIDs()
@Bulk()
export class Oar {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  size!: number;

  @VersionColumn()
  version!: number;

  @ManyToOne(() => Boat, (boat) => boat.oars, { nullable: true })
  @EagerLoad()
  boat!: Relation<Boat> | null;
}
