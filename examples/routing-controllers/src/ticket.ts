// A request for help.
import { EagerLoad, Filter, FilterContainsFold, FilterEQ, ReadOnly, Sortable } from '@decorest/core';
import { Length } from 'class-validator';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Agent } from './agent.js';

@Entity()
export class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 120 })
  @Length(1, 120)
  @Filter(FilterContainsFold)
  @Sortable()
  subject!: string;

  @Column({ type: 'boolean', default: false })
  @Filter(FilterEQ)
  closed!: boolean;

  /** The agent who opened it, by name. Set by the controller. */
  @Column({ length: 40 })
  @Filter(FilterEQ)
  openedBy!: string;

  @CreateDateColumn()
  @ReadOnly()
  @Sortable()
  openedAt!: Date;

  @Index()
  @ManyToOne(() => Agent, (agent) => agent.tickets, { nullable: true })
  @EagerLoad()
  assignee!: Relation<Agent> | null;
}
