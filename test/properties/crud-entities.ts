// Entities for the model of create, update, delete and restore: an edge of each kind, all settable as a whole, ids chosen by
// the client so that both databases have the same.
import { AllowClientIDs, EagerLoad, EdgeUpdateBulk, Restore, Skip } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

@Entity()
@AllowClientIDs()
export class Crew {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 10, unique: true })
  name!: string;

  @OneToMany(() => Sailor, (sailor) => sailor.crew)
  @EagerLoad()
  @EdgeUpdateBulk()
  sailors!: Sailor[];

  @OneToMany(() => Cabin, (cabin) => cabin.crew)
  @EagerLoad()
  @EdgeUpdateBulk()
  cabins!: Cabin[];
}

@Entity()
@AllowClientIDs()
export class Sailor {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 10 })
  name!: string;

  @Column({ type: 'int', nullable: true })
  rank!: number | null;

  @ManyToOne(() => Crew, (crew) => crew.sailors, { nullable: true })
  @EagerLoad()
  crew!: Relation<Crew> | null;

  @ManyToMany(() => Knot, (knot) => knot.sailors)
  @JoinTable()
  @EagerLoad()
  @EdgeUpdateBulk()
  knots!: Knot[];
}

/** Never without a crew. */
@Entity()
@AllowClientIDs()
export class Cabin {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 10 })
  name!: string;

  @ManyToOne(() => Crew, (crew) => crew.cabins, { nullable: false })
  @EagerLoad()
  crew!: Relation<Crew>;
}

/** Soft-deleted, and restored. */
@Entity()
@AllowClientIDs()
@Restore()
export class Chart {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 10 })
  name!: string;

  @ManyToOne(() => Crew, { nullable: true })
  @EagerLoad()
  crew!: Relation<Crew> | null;

  @DeleteDateColumn()
  @Skip()
  deletedAt!: Date | null;
}

@Entity()
@AllowClientIDs()
export class Knot {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 10, default: 'bowline' })
  name!: string;

  @ManyToMany(() => Sailor, (sailor) => sailor.knots)
  @EagerLoad()
  @EdgeUpdateBulk()
  sailors!: Sailor[];
}
