// A product: a decimal price, a check of two columns, a VAT rate that a transformer makes a number, and the stock.
import {
  Example,
  Filter,
  FilterEQ,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterIsNil,
  Sortable,
} from '@decorest/core';
import { IsNumber, Length, Matches, Max, Min } from 'class-validator';
import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { decimalNumber } from './decimals.js';

@Entity()
@Check('CHK_product_sale_price', 'sale_price < price')
export class Product {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 8, unique: true, update: false })
  @Matches(/^[A-Z]{3}-\d{4}$/)
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  @Example('TEA-0001')
  sku!: string;

  @Column({ length: 120 })
  @Length(1, 120)
  @Filter(FilterGroupContains)
  @Sortable()
  @Example('Green tea, 100 g')
  name!: string;

  @Column({ type: 'decimal', precision: 10, scale: 2 })
  @Min(0)
  @Filter(FilterEQ, FilterGroupLength)
  @Sortable()
  @Example('4.90')
  price!: string;

  @Column({ type: 'decimal', precision: 10, scale: 2, nullable: true, comment: 'below the price' })
  @Min(0)
  @Filter(FilterGroupLength, FilterIsNil)
  salePrice!: string | null;

  @Column({ type: 'decimal', precision: 5, scale: 2, transformer: decimalNumber, comment: 'in percent' })
  @IsNumber({ maxDecimalPlaces: 2 }) // what the column keeps: of a number that a transformer makes, it is not known
  @Min(0)
  @Max(100)
  @Example(7.5)
  vatRate!: number;

  @Column({ type: 'int', default: 0, comment: 'pieces that can be ordered' })
  @Min(0)
  @Filter(FilterGroupLength)
  @Sortable()
  stock!: number;
}
