// A supplier in the tables of the old merchandise system: its names are mapped, its table is not ours to change.
import {
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroupContains,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import { Length, Matches, Min } from 'class-validator';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { Delivery } from './delivery.js';

@Entity({ name: 'tbl_supplier', synchronize: false })
export class Supplier {
  /** `BIGINT UNSIGNED`: a string in JSON, as a number of JavaScript would round it. */
  @PrimaryGeneratedColumn({ name: 'supplier_id', type: 'bigint', unsigned: true })
  id!: string;

  @Column({ name: 'supplier_name', length: 60 })
  @Length(1, 60)
  @Filter(FilterGroupContains)
  @Sortable()
  name!: string;

  @Column({ name: 'country_code', length: 2 })
  @Matches(/^[A-Z]{2}$/)
  @Filter(FilterEQ)
  country!: string;

  @Column({ name: 'is_active', default: true })
  @Filter(FilterEQ)
  active!: boolean;

  @Column({ name: 'credit_limit', type: 'decimal', precision: 12, scale: 2, nullable: true })
  @Min(0)
  @Filter(FilterGroupLength)
  creditLimit!: string | null;

  @OneToMany(() => Delivery, (delivery) => delivery.supplier)
  @Filter(FilterEdge)
  deliveries!: Delivery[];
}
