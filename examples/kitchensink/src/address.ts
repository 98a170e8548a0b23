// Embedded columns: an address has no table and no id, it is part of the row that has one.
import { Example, Filter, FilterGroupEqual, Sortable } from '@decorest/core';
import { Length } from 'class-validator';
import { Column } from 'typeorm';

export class Address {
  @Column({ length: 120 })
  @Length(1, 120)
  @Example('Mill Lane 1')
  street!: string;

  @Column({ length: 80 })
  @Filter(FilterGroupEqual)
  @Sortable()
  city!: string;

  @Column({ type: 'varchar', length: 12, nullable: true })
  postcode!: string | null;
}
