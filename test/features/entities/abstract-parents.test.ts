// @Abstract(): a parent of single-table inheritance without rows of its own.
import { Abstract, createApi, Skip } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  ChildEntity,
  Column,
  Entity,
  PrimaryGeneratedColumn,
  TableInheritance,
  type DataSource,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { schemaIn } from '../../support/document-parts.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
@Abstract()
class Vehicle {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  plate!: string;
}

@ChildEntity('car')
class Car extends Vehicle {
  @Column('int')
  doors!: number;
}

@ChildEntity('motor')
@Abstract()
class Motorized extends Vehicle {}

@ChildEntity('truck')
class Truck extends Motorized {
  @Column('int')
  load!: number;
}

const fixture = {
  entities: [Vehicle, Car, Motorized, Truck],
  options: {},
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository(Car).save({ plate: 'C 1', doors: 4 });
    await dataSource.getRepository(Truck).save({ plate: 'T 1', load: 9 });
    // Another program's rows.
    await dataSource.getRepository(Vehicle).save({ plate: 'V 1' });
    await dataSource.getRepository(Motorized).save({ plate: 'M 1' });
  },
};

forEachDatabase(fixture, (stage) => {
  test('rows of its own value are not served', async () => {
    expect(valuesOf(await stage.client.get('/vehicles'), 'plate')).toEqual(['C 1', 'T 1']);
    expect(valuesOf(await stage.client.get('/motorizeds'), 'plate')).toEqual(['T 1']);
    expect((await stage.client.get('/vehicles/2')).json).toMatchObject({ kind: 'truck', load: 9 });
    for (const id of [3, 4, 9]) {
      expectProblem(await stage.client.get(`/vehicles/${id}`), 404, 'not_found');
      // A key of some class is no fault: which class it would be is not known.
      expectProblem(await stage.client.patch(`/vehicles/${id}`, { doors: 2 }), 404, 'not_found');
      expectProblem(await stage.client.patch(`/vehicles/${id}`, { plate: 'X' }), 404, 'not_found');
      expectProblem(await stage.client.delete(`/vehicles/${id}`), 404, 'not_found');
    }
  });

  test('filters and bodies do not know its value', async () => {
    expect((await stage.client.get('/vehicles?kind.eq=car')).status).toBe(200);
    for (const kind of ['Vehicle', 'motor'])
      expectProblem(await stage.client.get(`/vehicles?kind.eq=${kind}`), 400, 'invalid_request');
    const refused = async (path: string, body: object) =>
      places(expectProblem(await stage.client.post(path, body), 400, 'invalid_request'));
    expect(await refused('/vehicles', { plate: 'X' })).toEqual(['/kind']);
    expect(await refused('/vehicles', { plate: 'X', kind: 'Vehicle' })).toEqual(['/kind']);
    expect(await refused('/vehicles', { plate: 'X', kind: 'motor' })).toEqual(['/kind']);
    expect(await refused('/motorizeds', { plate: 'X' })).toEqual(['/kind']);
    expect((await stage.client.post('/vehicles', { plate: 'C 2', kind: 'car', doors: 2 })).status).toBe(201);
    expect((await stage.client.post('/motorizeds', { plate: 'T 2', kind: 'truck', load: 1 })).status).toBe(
      201,
    );
  });

  test('the document has its classes alone', () => {
    const document = openApiDocument(createApi(stage.dataSource));
    expect(schemaIn(document, 'Vehicle')?.oneOf).toHaveLength(2);
    expect(schemaIn(document, 'VehicleCreate')?.oneOf).toHaveLength(2);
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names.filter((name) => name.includes('Itself'))).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/"enum":\[[^\]]*"(Vehicle|motor)"|"motor":/);
  });
});

describe('at the start', () => {
  test('a class without children in its table cannot be abstract', async () => {
    @Entity()
    @Abstract()
    class Lone {
      @PrimaryGeneratedColumn()
      id!: number;
    }
    expect(await mistakesOf([Lone])).toMatch(/Lone.*@Abstract.*no class extends it in its table/s);
  });

  test('nor one whose children are hidden', async () => {
    @Entity()
    @TableInheritance({ column: { type: 'varchar', name: 'kind' } })
    @Abstract()
    class Base {
      @PrimaryGeneratedColumn()
      id!: number;
    }
    @ChildEntity()
    @Skip()
    class Child extends Base {}
    expect(await mistakesOf([Base, Child])).toMatch(/Base.*@Abstract.*all its child classes are hidden/s);
  });
});
