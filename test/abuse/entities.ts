// The entities the abuse suite attacks: users with hidden hashes and a hidden edge, their pets, categories, audit logs.
// Column types are written out, as MariaDB and SQLite need not guess then.
import {
  EagerLoad,
  EdgeUpdateBulk,
  Filter,
  FilterContains,
  FilterContainsFold,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGT,
  FilterGTE,
  FilterHasPrefix,
  FilterIn,
  FilterLT,
  FilterLTE,
  FilterNEQ,
  ReadOnly,
  Skip,
  Sortable,
} from '@decorest/core';
import { Length, Max, Min } from 'class-validator';
import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

/** The prefix of every value that must never be visible. */
export const hiddenHash = 'CANARY-9f3b';
export const hiddenChip = 'CANARY-chip';

@Entity({ name: 'users' })
export class User {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 80, unique: true })
  @Length(1, 80)
  @Filter(FilterEQ, FilterNEQ, FilterIn, FilterContains, FilterContainsFold, FilterHasPrefix)
  @FilterGroup('search')
  @Sortable()
  username!: string;

  @Column({ type: 'varchar', length: 255 })
  @Filter(FilterEQ, FilterContainsFold)
  @FilterGroup('search')
  @Sortable()
  displayName!: string;

  @Column({ type: 'varchar', length: 255, unique: true })
  @Filter(FilterEQ, FilterContainsFold)
  @FilterGroup('search')
  email!: string;

  @Column({ type: 'simple-enum', enum: ['SYSTEM', 'USER'], default: 'USER' })
  @Filter(FilterEQ)
  type!: 'SYSTEM' | 'USER';

  @CreateDateColumn() createdAt!: Date;

  @Column({ type: 'int', default: 0 }) @ReadOnly() loginCount!: number;

  /** Would be filtered, sorted and searched by, were it not skipped. */
  @Column({ type: 'varchar', length: 80, default: `${hiddenHash}-new` })
  @Filter(FilterEQ, FilterContains, FilterContainsFold, FilterGT)
  @FilterGroup('search')
  @Sortable()
  @Skip()
  passwordHash!: string;

  @OneToMany(() => Pet, (pet) => pet.owner) @Filter(FilterEdge) pets!: Pet[];

  @ManyToMany(() => User) @JoinTable({ name: 'user_links' }) friends!: User[];

  /** Leads to a skipped class, and is gone with it. */
  @OneToMany(() => AuditLog, (log) => log.user)
  @Filter(FilterEdge)
  @EagerLoad()
  audits!: Relation<AuditLog>[];
}

@Entity({ name: 'pets' })
export class Pet {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 255 })
  @Filter(FilterEQ, FilterIn, FilterContainsFold)
  @Sortable()
  name!: string;

  @Column({ type: 'int' })
  @Min(0)
  @Max(200)
  @Filter(FilterEQ, FilterGT, FilterLT, FilterGTE, FilterLTE, FilterIn)
  @Sortable()
  age!: number;

  @Column({ type: 'simple-enum', enum: ['DOG', 'CAT'] }) @Filter(FilterEQ) type!: 'DOG' | 'CAT';

  @Index()
  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  owner!: Relation<User> | null;

  @ManyToMany(() => Category)
  @JoinTable({ name: 'pet_links' })
  @EdgeUpdateBulk()
  @Filter(FilterEdge)
  categories!: Category[];

  @Column({ type: 'varchar', length: 80, default: hiddenChip }) @Skip() chipCode!: string;
}

@Entity({ name: 'categories' })
export class Category {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 80 }) @Filter(FilterEQ) @Sortable() name!: string;
}

/** Hidden as a class. */
@Entity({ name: 'audit_logs' })
@Skip()
export class AuditLog {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 80 }) @Filter(FilterContains) message!: string;

  @ManyToOne(() => User, (user) => user.audits) user!: Relation<User>;
}
