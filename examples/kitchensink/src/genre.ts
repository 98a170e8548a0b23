// A genre: ids that clients choose, a hierarchy within one entity, the far side of a many-to-many edge, and answers that caches
// may keep.
import {
  AllowClientIDs,
  CacheControl,
  DefaultOrder,
  DefaultSort,
  EdgeUpdateBulk,
  ETag,
  Example,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterIsNil,
  FilterNEQ,
  OrderDesc,
  Pagination,
  Sortable,
} from '@decorest/core';
import { Length, Matches } from 'class-validator';
import {
  Column,
  Entity,
  Index,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Act } from './act.js';

@Entity()
@AllowClientIDs()
@ETag()
@CacheControl('private, max-age=60')
@Pagination(false)
@DefaultSort('title')
@DefaultOrder(OrderDesc)
export class Genre {
  @PrimaryColumn({ length: 20 })
  @Length(1, 20)
  @Matches(/^[a-z-]+$/)
  @Example('folk')
  @Filter(FilterEQ, FilterNEQ, FilterGroupArray)
  id!: string;

  @Column({ length: 40 })
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  title!: string;

  @Index()
  @ManyToOne(() => Genre, (genre) => genre.children, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  parent!: Relation<Genre> | null;

  @OneToMany(() => Genre, (genre) => genre.parent)
  @EdgeUpdateBulk()
  @Pagination()
  children!: Genre[];

  @ManyToMany(() => Act, (act) => act.genres)
  @Filter(FilterEdge)
  acts!: Act[];
}
