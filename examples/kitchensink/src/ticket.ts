// A ticket: a code that a listener makes, a category that never changes, a price, and edges set once or later.
import {
  ExcludeOperations,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroupArray,
  FilterGroupLength,
  FilterIsNil,
  OperationRead,
  OperationUpdate,
  ReadOnly,
  Sortable,
} from '@decorest/core';
import {
  BeforeInsert,
  BeforeUpdate,
  Column,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Festival } from './festival.js';
import { Visitor } from './visitor.js';

export enum TicketCategory {
  Day = 'DAY',
  Weekend = 'WEEKEND',
}

@Entity()
export class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 20, unique: true })
  @ReadOnly()
  code!: string;

  @Column({ type: 'simple-enum', enum: TicketCategory, update: false })
  @Filter(FilterEQ, FilterGroupArray)
  category!: TicketCategory;

  @Column({ type: 'decimal', precision: 8, scale: 2 })
  @Filter(FilterGroupLength)
  @Sortable()
  price!: string;

  @Column({ type: 'int', default: 0 })
  @ReadOnly()
  changes!: number;

  @Index()
  @ManyToOne(() => Festival, (festival) => festival.tickets, { nullable: false })
  @ExcludeOperations(OperationRead, OperationUpdate)
  @Filter(FilterEdge)
  festival!: Relation<Festival>;

  @Index()
  @ManyToOne(() => Visitor, (visitor) => visitor.tickets, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  visitor!: Relation<Visitor> | null;

  @BeforeInsert()
  makeCode(): void {
    this.code = `${this.category}-${this.price.replace('.', '')}`;
  }

  @BeforeUpdate()
  countChange(): void {
    this.changes = 1;
  }
}
