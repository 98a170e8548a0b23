// An act of several people.
import { Filter, FilterGroupLength, Sortable } from '@decorest/core';
import { ChildEntity, Column } from 'typeorm';
import { Act } from './act.js';

@ChildEntity('BAND')
export class Band extends Act {
  @Column({ type: 'int' })
  @Filter(FilterGroupLength)
  @Sortable()
  members!: number;
}
