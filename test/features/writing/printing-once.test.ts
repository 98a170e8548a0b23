// What a write answers is printed once, and before its transaction ends: a transformer that fails undoes the write.
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';

let readings = 0;

@Entity()
class Gauge {
  @PrimaryGeneratedColumn() id!: number;

  @Column({
    type: 'int',
    transformer: {
      to: (value: number) => value,
      from: (value: number) => {
        readings++;
        return value;
      },
    },
  })
  level!: number;
}

forEachDatabase({ entities: [Gauge], options: {}, fill: () => Promise.resolve() }, (stage) => {
  test('a created and an updated row are each printed once', async () => {
    const client = DirectClient.of(stage.dataSource, {});
    readings = 0;
    await client.post('/gauges', { level: 1 });
    expect(readings).toBe(1);
    await client.patch('/gauges/1', { level: 2 });
    expect(readings).toBe(2);
  });
});
