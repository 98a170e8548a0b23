// A small world in which each kind of edge can be changed from both of its sides. Rows of one board refer to each other
// only: what happens on one board is a history of its own.
import { EagerLoad, EdgeUpdateBulk, ETag, Filter, FilterEQ } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';

@Entity({ name: 'posts' })
export class Post {
  @PrimaryGeneratedColumn() id!: number;

  @Index() @Column({ type: 'int' }) @Filter(FilterEQ) board!: number;

  @Column({ type: 'varchar', length: 80 }) title!: string;

  @Column({ type: 'varchar', length: 80 }) text!: string;

  @VersionColumn() version!: number;

  @OneToMany(() => Comment, (comment) => comment.post)
  @EagerLoad()
  @EdgeUpdateBulk()
  comments!: Relation<Comment>[];

  @ManyToMany(() => Tag, (tag) => tag.posts)
  @JoinTable({ name: 'post_tags' })
  @EagerLoad()
  @EdgeUpdateBulk()
  tags!: Relation<Tag>[];
}

@Entity({ name: 'tags' })
export class Tag {
  @PrimaryGeneratedColumn() id!: number;

  @Index() @Column({ type: 'int' }) @Filter(FilterEQ) board!: number;

  @Column({ type: 'varchar', length: 80 }) name!: string;

  /** SQLite does not print it as we do: tags, and posts with them, are read as rows, lists of them by several statements. */
  @Column({ type: 'float', default: 1 }) weight!: number;

  @VersionColumn() version!: number;

  @ManyToMany(() => Post, (post) => post.tags) @EagerLoad() @EdgeUpdateBulk() posts!: Relation<Post>[];
}

@Entity({ name: 'comments' })
export class Comment {
  @PrimaryGeneratedColumn() id!: number;

  @Index() @Column({ type: 'int' }) @Filter(FilterEQ) board!: number;

  @Column({ type: 'varchar', length: 80 }) note!: string;

  @VersionColumn() version!: number;

  @Index()
  @ManyToOne(() => Post, (post) => post.comments, { nullable: true, onDelete: 'SET NULL' })
  @EagerLoad()
  post!: Relation<Post> | null;
}

/** A counter without a version: its entity tag is a hash. */
@ETag()
@Entity({ name: 'tallies' })
export class Tally {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int', default: 0 }) count!: number;
}
