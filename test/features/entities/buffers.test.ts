// Columns whose type is that of a property of type Buffer, where TypeORM knows one for it.
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { databaseNames, openDatabase, speaksMysql } from '../../support/test-database.js';

@Entity()
class Scan {
  @PrimaryGeneratedColumn() id!: number;
  @Column() content!: Buffer;
}

test('MySQL and MariaDB store it as a blob, and the API takes base64', async () => {
  for (const name of databaseNames.filter(speaksMysql)) {
    const database = await openDatabase(name, [Scan]);
    try {
      const client = DirectClient.of(database.dataSource, {});
      const content = Buffer.from([0, 255, 1]).toString('base64');
      expect(entityOf(await client.post('/scans', { content }))).toEqual({ id: 1, content, edges: {} });
      expect((await client.post('/scans', { content: 'no base64!' })).status).toBe(400);
    } finally {
      await database.close();
    }
  }
});
