// July 2025: projects have a customer, and are archived instead of deleted.
import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CustomersAndArchive1751328000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { deleteDate, deleteDatePrecision } = runner.dataSource.driver.mappedDataTypes;
    await runner.addColumns('project', [
      new TableColumn({ name: 'customer', type: 'varchar', length: '80', default: "''" }),
      new TableColumn({
        name: 'archived_at',
        type: String(deleteDate),
        isNullable: true,
        ...(deleteDatePrecision === undefined ? {} : { precision: deleteDatePrecision }),
      }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('project', ['customer', 'archived_at']);
  }
}
