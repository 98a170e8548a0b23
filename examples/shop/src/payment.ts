// Payments: one table for all kinds. `/payments` has them all, `/card-payments` and `/invoice-payments` their own.
import {
  Example,
  ExcludeOperations,
  Filter,
  FilterEdge,
  FilterGroupLength,
  OperationDelete,
  OperationUpdate,
  Sortable,
} from '@decorest/core';
import { IsIn, IsPositive, Matches } from 'class-validator';
import {
  ChildEntity,
  Column,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { Order } from './order.js';

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 10 } })
@ExcludeOperations(OperationUpdate, OperationDelete)
export class Payment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'decimal', precision: 10, scale: 2 })
  @IsPositive()
  @Filter(FilterGroupLength)
  @Sortable()
  @Example('19.80')
  amount!: string;

  @Index()
  @ManyToOne(() => Order, (order) => order.payments, { nullable: false })
  @Filter(FilterEdge)
  order!: Relation<Order>;
}

@ChildEntity('card')
export class CardPayment extends Payment {
  @Column({ length: 10 })
  @IsIn(['visa', 'mastercard'])
  brand!: string;

  @Column({ length: 4 })
  @Matches(/^\d{4}$/)
  @Example('4242')
  lastDigits!: string;
}

@ChildEntity('invoice')
export class InvoicePayment extends Payment {
  @Column({ type: 'date' })
  @Filter(FilterGroupLength)
  @Sortable()
  dueOn!: string;
}
