// What many rows carry: when they were made, when they last changed, and how often. Annotations are inherited.
import { Description, Filter, FilterGroupLength, Sortable } from '@decorest/core';
import { CreateDateColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

export abstract class Tracked {
  @CreateDateColumn()
  @Filter(FilterGroupLength)
  @Sortable()
  createdAt!: Date;

  @UpdateDateColumn()
  @Description('when the row last changed')
  updatedAt!: Date;

  @VersionColumn()
  version!: number;
}
