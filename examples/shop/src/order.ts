// An order of one customer: lines under a composite key, payments, and a total that the database adds up.
import {
  DefaultOrder,
  EagerLoad,
  ExcludeOperations,
  Filter,
  FilterEdge,
  FilterGroupLength,
  OperationCreate,
  OperationID,
  OperationList,
  OperationUpdate,
  OrderDesc,
  ReadOnly,
  Sortable,
} from '@decorest/core';
import { Length } from 'class-validator';
import {
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type Relation,
} from 'typeorm';
import { Customer } from './customer.js';
import { amount } from './decimals.js';
import { OrderLine } from './order-line.js';
import { Payment } from './payment.js';

@Entity('orders')
@DefaultOrder(OrderDesc)
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Set by a hook, as the customer is. */
  @Column({ type: 'date' })
  @ReadOnly()
  @Filter(FilterGroupLength)
  @Sortable()
  placedOn!: string;

  @Column({ length: 200, default: '' })
  @Length(0, 200)
  note!: string;

  @VirtualColumn({
    type: 'decimal',
    transformer: amount,
    query: (order) =>
      `SELECT COALESCE(SUM(quantity * unit_price), 0) FROM order_line WHERE order_id = ${order}.id`,
  })
  @Sortable()
  total!: string;

  @Index()
  @ManyToOne(() => Customer, (customer) => customer.orders, { nullable: false })
  @ExcludeOperations(OperationCreate, OperationUpdate)
  @Filter(FilterEdge)
  customer!: Relation<Customer>;

  @OneToMany(() => OrderLine, (line) => line.order)
  @EagerLoad()
  @Filter(FilterEdge)
  @OperationID(OperationList, 'list_lines_of_order') // `list_order_lines` is that of OrderLine
  lines!: OrderLine[];

  @OneToMany(() => Payment, (payment) => payment.order)
  @Filter(FilterEdge)
  payments!: Payment[];
}
