// Some minutes of a member's day, spent on a project.
import {
  EagerLoad,
  ExcludeOperations,
  Filter,
  FilterEdge,
  FilterGroupLength,
  IncludeOperations,
  OperationCreate,
  operations,
  OperationUpdate,
  Sortable,
} from '@decorest/core';
import { IsInt, IsISO8601, Length, Max, Min } from 'class-validator';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Member } from './member.js';
import { Project } from './project.js';

@Entity()
@IncludeOperations(...operations)
export class Entry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('date')
  @IsISO8601({ strict: true })
  @Filter(FilterGroupLength)
  @Sortable()
  day!: string;

  @Column('int')
  @IsInt()
  @Min(1)
  @Max(24 * 60)
  minutes!: number;

  @Column({ length: 500, default: '' })
  @Length(0, 500)
  note!: string;

  @Index()
  @ManyToOne(() => Member, (member) => member.entries, { nullable: false })
  @ExcludeOperations(OperationCreate, OperationUpdate)
  member!: Relation<Member>;

  @Index()
  @ManyToOne(() => Project, (project) => project.entries, { nullable: false })
  @EagerLoad()
  @Filter(FilterEdge)
  project!: Relation<Project>;
}
