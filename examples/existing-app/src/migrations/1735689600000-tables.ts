// January 2025: teams, members, projects and entries.
import {
  Table,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

const id: TableColumnOptions = {
  name: 'id',
  type: 'integer',
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment',
};

function text(name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions {
  return { name, type: 'varchar', length: String(length), ...more };
}

function reference(table: string): TableColumnOptions {
  return { name: `${table}_id`, type: 'integer' };
}

function toTable(table: string) {
  return { columnNames: [`${table}_id`], referencedTableName: table, referencedColumnNames: ['id'] };
}

function indexesOn(...columns: string[]): TableIndex[] {
  return columns.map((column) => new TableIndex({ columnNames: [column] }));
}

export class Tables1735689600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({ name: 'team', columns: [id, text('name', 80, { isUnique: true })] }),
    );
    await runner.createTable(
      new Table({
        name: 'member',
        columns: [
          id,
          text('full_name', 80),
          text('email', 254, { isUnique: true }),
          text('password_hash', 200),
          text('role', 10, { default: "'MEMBER'" }),
          reference('team'),
        ],
        foreignKeys: [toTable('team')],
        indices: indexesOn('team_id'),
      }),
    );
    await runner.createTable(
      new Table({
        name: 'project',
        columns: [id, text('name', 80), reference('team')],
        foreignKeys: [toTable('team')],
        indices: indexesOn('team_id'),
      }),
    );
    await runner.createTable(
      new Table({
        name: 'entry',
        columns: [
          id,
          { name: 'day', type: 'date' },
          { name: 'minutes', type: 'integer' },
          text('note', 500, { default: "''" }),
          reference('member'),
          reference('project'),
        ],
        foreignKeys: [toTable('member'), toTable('project')],
        indices: indexesOn('day', 'member_id', 'project_id'),
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['entry', 'project', 'member', 'team']) await runner.dropTable(table);
  }
}
