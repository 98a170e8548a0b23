// A project of a team. Archived ones are kept, with their hours, and no longer shown.
import {
  ExcludeOperations,
  Filter,
  FilterGroupContains,
  IncludeOperations,
  OperationCreate,
  operations,
  OperationUpdate,
  Skip,
  Sortable,
} from '@decorest/core';
import { Length } from 'class-validator';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Entry } from './entry.js';
import { Team } from './team.js';

@Entity()
@IncludeOperations(...operations)
export class Project {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupContains)
  @Sortable()
  name!: string;

  @Column({ length: 80, default: '' })
  @Length(0, 80)
  customer!: string;

  @Index()
  @ManyToOne(() => Team, (team) => team.projects, { nullable: false })
  @ExcludeOperations(OperationCreate, OperationUpdate)
  team!: Relation<Team>;

  @DeleteDateColumn()
  @Skip()
  archivedAt!: Date | null;

  @OneToMany(() => Entry, (entry) => entry.project)
  @ExcludeOperations(OperationCreate, OperationUpdate)
  entries!: Entry[];
}
