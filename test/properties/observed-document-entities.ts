// Documents whose writes are observed: columns of each kind, an embedded class, relations that are eager and others.
import { Restore, Schema } from '@decorest/core';
import {
  AfterRemove,
  AfterUpdate,
  BeforeInsert,
  BeforeUpdate,
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  EventSubscriber,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type EntitySubscriberInterface,
} from 'typeorm';
import { recordEvent } from './observed-events.js';
import { isChanged, react } from './observed-reactions.js';

@Entity({ name: 'media' })
export class Media {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) url!: string;
}

@Entity({ name: 'labels' })
export class Label {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) text!: string;
}

export class Size {
  @Column('int', { nullable: true }) width!: number | null;

  @Column('int', { nullable: true }) height!: number | null;
}

export abstract class Document {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) title!: string;

  @Column('int', { default: 3 }) rank!: number;

  @Column('simple-json', { nullable: true })
  @Schema({ type: 'array', items: { type: 'string' } })
  tags!: string[] | null;

  @Column({ type: 'varchar', length: 40, nullable: true, select: false }) secret!: string | null;

  @Column({
    type: 'varchar',
    length: 40,
    nullable: true,
    transformer: {
      to: (value: string | null) => value?.toUpperCase() ?? null,
      from: (value: string | null) => value,
    },
  })
  @Schema({ type: 'string' })
  code!: string | null;

  @Column(() => Size) size!: Size;

  @ManyToOne(() => Media, { eager: true, nullable: true })
  media!: Media | null;

  @ManyToOne(() => Media, { nullable: true })
  cover?: Media | null;

  @Column('int', { nullable: true }) authorId!: number | null;

  @ManyToOne(() => Label, { nullable: true })
  @JoinColumn({ name: 'authorId' })
  author!: Label | null;

  @ManyToMany(() => Label)
  @JoinTable()
  labels!: Label[];

  @CreateDateColumn() createdAt!: Date;

  @UpdateDateColumn() updatedAt!: Date;

  @VersionColumn() version!: number;

  @BeforeInsert()
  begin(): void {
    react(this, 'listener');
  }

  @BeforeUpdate()
  sync(): void {
    recordEvent(this, { name: `listener before ${String(this.media?.id)}` });
    if (this.title === 'listen' && isChanged(this)) this.rank = 77;
    react(this, 'listener');
  }

  @AfterUpdate()
  synced(): void {
    recordEvent(this, { name: `listener after ${String(this.media?.url)}` });
  }

  @AfterRemove()
  removed(): void {
    recordEvent(this, { name: `listener after removal ${String(this.id)} ${String(this.media?.url)}` });
  }
}

@Entity({ name: 'pages' })
export class Page extends Document {}

@Entity({ name: 'notes' })
@Restore()
export class Note extends Document {
  @DeleteDateColumn() deletedAt!: Date | null;
}

/** Reacts after the recorder, which is told first. */
@EventSubscriber()
export class Reactor implements EntitySubscriberInterface {
  beforeInsert = reactAsSubscriber;
  beforeUpdate = reactAsSubscriber;
  beforeSoftRemove = reactAsSubscriber;
}

function reactAsSubscriber({ entity }: { readonly entity?: unknown }): void {
  if (entity instanceof Document) react(entity, 'subscriber');
}
