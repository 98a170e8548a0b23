// Makers, their products of 30 columns and their reviews, with everything that a client may ask for.
import {
  CursorPagination,
  Export,
  ExportLimit,
  Filter,
  FilterEQ,
  Includable,
  Sortable,
  SparseFields,
  TotalCount,
} from '@decorest/core';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';

@Entity({ name: 'makers' })
@SparseFields()
export class Maker {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @OneToMany(() => Product, (product) => product.maker)
  @Includable()
  products!: Product[];

  @OneToMany(() => Review, (review) => review.maker)
  @Includable()
  reviews!: Review[];
}

@Entity({ name: 'reviews' })
export class Review {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  title!: string;

  @Column({ type: 'integer' })
  stars!: number;

  @Index()
  @ManyToOne(() => Maker, (maker) => maker.reviews, { nullable: false })
  maker!: Relation<Maker>;
}

/** The columns beside the id and the maker. */
export const textColumns = Array.from({ length: 14 }, (_, at) => `text${at}`);
export const numberColumns = Array.from({ length: 12 }, (_, at) => `number${at}`);

@Entity({ name: 'products' })
@SparseFields()
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@Export('ndjson', 'csv')
@ExportLimit(-1)
export class Product {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @Index()
  @Column({ type: 'integer' })
  @Filter(FilterEQ)
  @Sortable()
  rank!: number;

  @Index()
  @ManyToOne(() => Maker, (maker) => maker.products, { nullable: false })
  maker!: Relation<Maker>;
}

for (const name of textColumns) Column({ type: 'varchar', length: 80 })(Product.prototype, name);
for (const name of numberColumns) Column({ type: 'integer' })(Product.prototype, name);
