// So many pieces of a product in an order: `/order-lines/7,3` is product 3 in order 7. Hooks move the stock (stock.ts).
import {
  Description,
  EagerLoad,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroupLength,
  ReadOnly,
} from '@decorest/core';
import { Max, Min } from 'class-validator';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Order } from './order.js';
import { Product } from './product.js';

@Entity()
export class OrderLine {
  @PrimaryColumn({ type: 'int' })
  orderId!: number;

  @PrimaryColumn({ type: 'int' })
  @Index()
  @Filter(FilterEQ)
  productId!: number;

  @Column({ type: 'int' })
  @Min(1)
  @Max(1000)
  @Filter(FilterGroupLength)
  quantity!: number;

  @Column({ type: 'decimal', precision: 10, scale: 2 })
  @ReadOnly()
  @Description('the price of one piece when it was ordered')
  unitPrice!: string;

  @ManyToOne(() => Order, (order) => order.lines, { nullable: false })
  @JoinColumn({ name: 'order_id' })
  order!: Relation<Order>;

  @ManyToOne(() => Product, { nullable: false })
  @JoinColumn({ name: 'product_id' })
  @EagerLoad()
  @Filter(FilterEdge)
  product!: Relation<Product>;
}
