// A member of the helpdesk.
import { randomBytes } from 'node:crypto';
import { Skip, Sortable } from '@decorest/core';
import { Length } from 'class-validator';
import { BeforeInsert, Column, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Ticket } from './ticket.js';

@Entity()
export class Agent {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40, unique: true })
  @Length(1, 40)
  @Sortable()
  name!: string;

  @Column({ type: 'boolean', default: false })
  admin!: boolean;

  /** Who sends it is this agent. Never shown. */
  @Column({ length: 40, unique: true })
  @Skip()
  token!: string;

  @OneToMany(() => Ticket, (ticket) => ticket.assignee)
  tickets!: Relation<Ticket>[];

  @BeforeInsert()
  makeToken(): void {
    this.token = randomBytes(20).toString('hex');
  }
}
