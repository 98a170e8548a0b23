// Idempotency keys with single-table inheritance: the key stands for the whole body, also for the class that it names.
import { ChildEntity, Column, Entity, PrimaryGeneratedColumn, TableInheritance } from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { keyTable, withKey } from './till.js';

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
class Vehicle {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  kind!: string;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

@ChildEntity('CAR')
class Car extends Vehicle {}

@ChildEntity('BIKE')
class Bike extends Vehicle {}

const fixture: Fixture = {
  entities: (database) => [Vehicle, Car, Bike, keyTable(database)],
  options: { idempotency: { scope: () => 'everyone' } },
  fill: () => Promise.resolve(),
};

forEachDatabase(fixture, (stage) => {
  test('a body that names another class is another request', async () => {
    const create = (kind: string) =>
      stage.client.send('POST', '/vehicles', { headers: withKey('a'), body: { kind, name: 'red' } });
    const first = await create('CAR');
    expect(first).toMatchObject({ status: 201, json: { kind: 'CAR' } });
    expect(await create('CAR')).toMatchObject({ status: 201, text: first.text });
    expectProblem(await create('BIKE'), 422, 'idempotency_key_reused');
    expect(await stage.dataSource.getRepository(Vehicle).count()).toBe(1);
  });
});
