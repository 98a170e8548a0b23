// Customers and their orders: rows that are narrow enough to be there ten million times, and an index for every request but
// those that are to show what a missing one costs.
import {
  CursorPagination,
  Export,
  ExportLimit,
  Filter,
  FilterEQ,
  Groupable,
  MaxOffset,
  Measure,
  Sortable,
  TotalCount,
} from '@decorest/core';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';

@Entity({ name: 'customers' })
export class Customer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @OneToMany(() => Order, (order) => order.customer)
  orders!: Order[];
}

/** The offset is not limited: that is how the bench gets a cursor in the middle of a list. It measures what is the default. */
@Entity({ name: 'orders' })
@Index(['amount', 'id'])
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@MaxOffset(1_000_000_000)
@Export('ndjson', 'csv')
@ExportLimit(-1)
@Measure('count')
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Each order has another. */
  @Index({ unique: true })
  @Column({ type: 'integer' })
  @Filter(FilterEQ)
  number!: number;

  /** One of 250. */
  @Column({ type: 'integer' })
  @Filter(FilterEQ)
  @Sortable()
  @Measure('sum')
  amount!: number;

  /** One of 100, without an index. */
  @Column({ type: 'smallint' })
  @Filter(FilterEQ)
  @Groupable()
  rating!: number;

  @Column({ type: 'varchar', length: 80 })
  note!: string;

  @Index()
  @ManyToOne(() => Customer, (customer) => customer.orders, { nullable: false })
  customer!: Relation<Customer>;
}

export const growthEntities = [Customer, Order];
