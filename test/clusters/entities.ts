// Rows as people have them: a text without length, money, JSON, instants, UUIDs; written plainly, with a hook, in bulk, and by
// clients that say what they have seen.
import {
  Bulk,
  CursorPagination,
  hooksFor,
  idempotencyEntity,
  ReadOnly,
  RequireIfMatch,
  Schema,
  SchemaObjectAny,
  Skip,
  Sortable,
  TotalCount,
} from '@decorest/core';
import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type DataSourceOptions,
} from 'typeorm';

@Entity({ name: 'notes' })
@CursorPagination()
@TotalCount('none')
export class Note {
  @Sortable() @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'text' }) text!: string;

  @Column({ type: 'decimal', precision: 12, scale: 2 }) price!: string;

  @Schema(SchemaObjectAny) @Column({ type: 'json' }) details!: object;

  @CreateDateColumn() createdAt!: Date;

  @UpdateDateColumn() updatedAt!: Date;
}

/** A hook writes a receipt for each. */
@Entity({ name: 'orders' })
export class Order {
  @PrimaryGeneratedColumn('uuid') id!: string;

  @Column({ type: 'text' }) text!: string;

  @ReadOnly() @Column({ type: 'int', default: 0 }) checked!: number;
}

@Skip()
@Entity({ name: 'receipts' })
export class Receipt {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'text' }) text!: string;
}

@Entity({ name: 'readings' })
@Bulk()
export class Reading {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'text' }) text!: string;

  @Column({ type: 'int' }) place!: number;
}

/** A counter, changed only by clients that have seen its count. */
@Entity({ name: 'tallies' })
@RequireIfMatch()
export class Tally {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int' }) count!: number;

  @VersionColumn() version!: number;
}

export const orderHooks = hooksFor(Order, {
  before: {
    async create({ entity, manager }) {
      entity.checked = 1;
      await manager.insert(Receipt, { text: entity.text });
    },
  },
});

export function entitiesOf(type: 'postgres' | 'mysql'): NonNullable<DataSourceOptions['entities']> {
  return [Note, Order, Receipt, Reading, Tally, idempotencyEntity(type)];
}
