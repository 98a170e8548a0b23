// A view for reports: what a product sold in a month. It is read and never written.
import { EagerLoad, Filter, FilterEdge, FilterEQ, FilterGroupLength, Sortable } from '@decorest/core';
import { Column, JoinColumn, ManyToOne, PrimaryColumn, ViewColumn, ViewEntity, type Relation } from 'typeorm';
import { OrderLine } from './order-line.js';
import { Order } from './order.js';
import { Product } from './product.js';

@ViewEntity({
  expression: (dataSource) =>
    dataSource
      .createQueryBuilder()
      .select('line.productId', 'product_id')
      .addSelect('SUBSTR(CAST(orders.placedOn AS CHAR(10)), 1, 7)', 'month')
      .addSelect('SUM(line.quantity)', 'quantity')
      .addSelect('ROUND(SUM(line.quantity * line.unitPrice), 2)', 'revenue')
      .from(OrderLine, 'line')
      .innerJoin(Order, 'orders', 'orders.id = line.orderId')
      .groupBy('line.productId')
      .addGroupBy('SUBSTR(CAST(orders.placedOn AS CHAR(10)), 1, 7)'),
})
export class MonthlySale {
  @ViewColumn()
  @PrimaryColumn({ type: 'int' })
  productId!: number;

  @ViewColumn()
  @PrimaryColumn({ type: 'varchar', length: 7 })
  @Filter(FilterEQ, FilterGroupLength)
  @Sortable()
  month!: string;

  @ViewColumn()
  @Column({ type: 'int' })
  @Filter(FilterGroupLength)
  @Sortable()
  quantity!: number;

  @ViewColumn()
  @Column({ type: 'decimal', precision: 12, scale: 2 })
  @Filter(FilterGroupLength)
  @Sortable()
  revenue!: string;

  @ManyToOne(() => Product)
  @JoinColumn({ name: 'product_id' })
  @EagerLoad()
  @Filter(FilterEdge)
  product!: Relation<Product>;
}
