// Authors and texts of a megabyte: answers that would fill a small heap.
import { EagerLoad, Filter, FilterEQ, Pagination } from '@decorest/core';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { longText } from '../typeorm/driver-options.js';

@Entity({ name: 'authors' })
@Pagination()
export class Author {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @OneToMany(() => Text, (text) => text.author)
  @EagerLoad()
  texts!: Text[];
}

@Entity({ name: 'texts' })
export class Text {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  @Filter(FilterEQ)
  title!: string;

  @Column({ type: longText() })
  content!: string;

  @Index()
  @ManyToOne(() => Author, (author) => author.texts, { nullable: true })
  author!: Relation<Author> | null;
}
