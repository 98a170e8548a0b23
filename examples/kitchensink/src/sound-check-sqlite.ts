// One column of each type that SQLite has, but for `jsonb`, which TypeORM 0.3 does not know; its twins are sound-check-postgres.ts and sound-check-mariadb.ts.
import { Schema, SchemaObjectAny, Sortable } from '@decorest/core';
import { Column, Entity, Generated, PrimaryGeneratedColumn } from 'typeorm';

enum Verdict {
  Fine = 'FINE',
  Loud = 'LOUD',
}

@Entity()
export class SoundCheck {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'tinyint', nullable: true })
  @Sortable()
  tinyint!: number | null;

  @Column({ type: 'smallint', nullable: true })
  smallint!: number | null;

  @Column({ type: 'mediumint', nullable: true })
  mediumint!: number | null;

  @Column({ type: 'int', nullable: true })
  int!: number | null;

  @Column({ type: 'bigint', nullable: true })
  @Sortable()
  bigint!: string | null;

  @Column({ type: 'decimal', precision: 10, scale: 3, nullable: true })
  @Sortable()
  decimal!: string | null;

  @Column({ type: 'float', nullable: true })
  float!: number | null;

  @Column({ type: 'double', nullable: true })
  double!: number | null;

  @Column({ type: 'real', nullable: true })
  real!: number | null;

  @Column({ type: 'boolean', nullable: true })
  boolean!: boolean | null;

  @Column({ type: 'varchar', length: 10, nullable: true })
  varchar!: string | null;

  @Column({ type: 'text', nullable: true })
  text!: string | null;

  @Column({ type: 'clob', nullable: true })
  clob!: string | null;

  @Column({ type: 'uuid', nullable: true })
  uuid!: string | null;

  @Column({ type: 'uuid' })
  @Generated('uuid')
  madeUuid!: string;

  @Column({ type: 'simple-enum', enum: Verdict, nullable: true })
  simpleEnum!: Verdict | null;

  @Column({ type: 'simple-array', nullable: true })
  simpleArray!: string[] | null;

  @Column({ type: 'simple-json', nullable: true })
  @Schema(SchemaObjectAny)
  simpleJson!: object | null;

  @Column({ type: 'json', nullable: true })
  @Schema({ type: 'array', items: { type: 'integer' } })
  json!: number[] | null;

  @Column({ type: 'date', nullable: true })
  date!: string | null;

  @Column({ type: 'time', nullable: true })
  time!: string | null;

  @Column({ type: 'datetime', nullable: true })
  @Sortable()
  datetime!: Date | null;

  @Column({ type: 'blob', nullable: true })
  bytes!: Buffer | null;
}
