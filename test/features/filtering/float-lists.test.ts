// Lists of floats: a value is found by its decimal text, also where that text spells an integer.
import { Filter, FilterGroupArray } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';

@Entity()
class Gauge {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('double precision')
  @Filter(FilterGroupArray)
  level!: number;
}

/** Past 2^53 the double that a text stands for is not the integer that it spells. */
const levels = ['-44073106378205210', '9007199254740993', '0.1', '3', '1e21', '5e-324'];

async function fill(dataSource: DataSource): Promise<void> {
  await dataSource.getRepository(Gauge).insert(levels.map((level) => ({ level: Number(level) })));
}

onEachDatabase({ entities: [Gauge], options: {}, fill }, (stage) => {
  test.each(levels)('in and notIn: %s', async (level) => {
    const found = await stage.client.get(`/gauges?level.in=${level}`);
    expect(valuesOf(found, 'level')).toEqual([Number(level)]);
    const others = await stage.client.get(`/gauges?level.notIn=${level}`);
    expect(valuesOf(others, 'level')).toEqual(levels.filter((one) => one !== level).map(Number));
  });

  test('several at once', async () => {
    const query = levels.map((level) => `level.in=${level}`).join('&');
    const found = await stage.client.get(`/gauges?${query}`);
    expect(valuesOf(found, 'level')).toEqual(levels.map(Number));
  });
});
