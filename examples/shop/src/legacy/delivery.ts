// What a supplier delivered. The article number of the old system is the id of a product.
import { EagerLoad, Filter, FilterEdge, FilterGroupLength, Sortable } from '@decorest/core';
import { Min } from 'class-validator';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Product } from '../product.js';
import { Supplier } from './supplier.js';

@Entity({ name: 'tbl_delivery', synchronize: false })
export class Delivery {
  @PrimaryGeneratedColumn({ name: 'delivery_id', type: 'bigint', unsigned: true })
  id!: string;

  @Column({ name: 'qty', type: 'int', unsigned: true })
  @Min(1)
  quantity!: number;

  @Column({ name: 'unit_cost', type: 'decimal', precision: 10, scale: 4 })
  @Min(0)
  @Filter(FilterGroupLength)
  unitCost!: string;

  @Column({ name: 'delivered_at', type: Date })
  @Filter(FilterGroupLength)
  @Sortable()
  deliveredAt!: Date;

  @Index()
  @ManyToOne(() => Supplier, (supplier) => supplier.deliveries, { nullable: false })
  @JoinColumn({ name: 'supplier_id' })
  @EagerLoad()
  @Filter(FilterEdge)
  supplier!: Relation<Supplier>;

  @Index()
  @ManyToOne(() => Product, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'article_no' })
  @EagerLoad()
  @Filter(FilterEdge)
  product!: Relation<Product>;
}
