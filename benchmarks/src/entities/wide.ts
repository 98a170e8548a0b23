// A row of 30 columns: decorators are functions, so the 29 are put on in a loop.
import { Column, Entity, PrimaryGeneratedColumn, type ColumnType } from 'typeorm';
import type { DatabaseName } from '../data/database.js';
import { wideColumns, type WideKind } from '../data/wide-columns.js';

@Entity({ name: 'wides' })
export class Wide {
  @PrimaryGeneratedColumn()
  id!: number;
}

/** Called once, before the data source is initialised. */
export function addWideColumns(database: DatabaseName): void {
  const types: Record<WideKind, ColumnType> = {
    text: 'varchar',
    integer: 'integer',
    float: 'double precision',
    boolean: 'boolean',
    instant: database === 'sqlite' ? 'datetime' : 'timestamptz',
  };
  for (const { name, kind } of wideColumns) Column({ type: types[kind] })(Wide.prototype, name);
}
