// The document of entities that TypeORM does things to: what is written only, read only, nested, inherited, deprecated
// or without an id says so.
import { createApi, Deprecated, Description, EagerLoad, Filter, Handler, Sortable } from '@decorest/core';
import { openApiDocument, type OpenApiOptions } from '@decorest/openapi';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { operationIn, propertyIn, schemaIn } from '../../support/document-parts.js';
import { openDatabase } from '../../support/test-database.js';

enum Colour {
  Red = 'RED',
  Blue = 'BLUE',
}

class Engine {
  @Column() power!: number;
  @Column({ type: 'simple-enum', enum: Colour, nullable: true }) colour!: Colour | null;
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
class Vehicle {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ select: false, default: 'unknown' }) secret!: string;
  @Column({ update: false }) serial!: string;
  @Column({ default: '' }) @Deprecated() @Filter('eq') @Sortable() plate!: string;
  @Column({ type: 'simple-enum', enum: Colour, default: Colour.Red }) @Filter('eq') colour!: Colour;
  @ManyToOne(() => Garage, (garage) => garage.vehicles) @Deprecated() garage!: Relation<Garage>;
}

@ChildEntity()
class Truck extends Vehicle {
  @Column({ nullable: true, type: 'int' }) load!: number | null;
}

@Entity()
@Deprecated()
@Handler(false)
class Garage {
  @PrimaryGeneratedColumn() id!: number;
  @Column(() => Engine) engine!: Engine;
  @OneToMany(() => Vehicle, (vehicle) => vehicle.garage)
  @EagerLoad()
  @Description('What stands in it.')
  vehicles!: Vehicle[];
  @OneToMany(() => Bay, (bay) => bay.inside) bays!: Bay[];
}

/** Its key is composite. */
@Entity()
class Bay {
  @PrimaryColumn() row!: number;
  @PrimaryColumn() place!: number;
  @ManyToOne(() => Garage, (garage) => garage.bays) inside!: Relation<Garage>;
}

async function madeDocument(options: OpenApiOptions = {}) {
  const { dataSource, close } = await openDatabase('sqlite', [Vehicle, Truck, Garage, Bay]);
  const document = openApiDocument(createApi(dataSource), options);
  await close();
  return document;
}

let document: Awaited<ReturnType<typeof madeDocument>>;
beforeAll(async () => {
  document = await madeDocument();
});

const property = (schema: string, name: string) => propertyIn(document, schema, name);
const operation = (route: string) => operationIn(document, route);

test('a column that is never selected is written only', () => {
  expect(property('VehicleItselfCreate', 'secret')).toEqual({ type: 'string', writeOnly: true });
  expect(property('VehicleUpdate', 'secret')).toEqual({ type: 'string', writeOnly: true });
  expect(property('VehicleItself', 'secret')).toBeUndefined();
});

test('a column that is never updated is in the create body alone', () => {
  expect(property('VehicleItselfCreate', 'serial')).toEqual({ type: 'string' });
  expect(property('VehicleUpdate', 'serial')).toBeUndefined();
});

test('what is deprecated says so in answers, bodies, filters and sort keys', () => {
  for (const schema of ['VehicleItself', 'VehicleItselfCreate', 'VehicleUpdate'])
    expect(property(schema, 'plate')).toHaveProperty('deprecated', true);
  const list = operation('GET /vehicles');
  expect(list?.parameter('plate.eq')).toHaveProperty('deprecated', true);
  expect(list?.parameter('colour.eq')).not.toHaveProperty('deprecated');
  expect(list?.parameter('sort').description).toContain('Deprecated: `plate`, `garage.id`.');
});

test('a deprecated edge says so in bodies and at its endpoint', () => {
  expect(property('VehicleItselfCreate', 'garage')).toHaveProperty('deprecated', true);
  expect(operation('GET /vehicles/{id}/garage')?.deprecated).toBe(true);
  expect(operation('GET /vehicles/{id}')?.deprecated).toBe(false);
});

test('a deprecated class takes the endpoints of its edges with it', () => {
  expect(operation('POST /garages')?.deprecated).toBe(true);
  expect(operation('GET /garages/{id}/vehicles')?.deprecated).toBe(true);
  expect(schemaIn(document, 'Garage')).toHaveProperty('deprecated', true);
});

test('the endpoints of edges are under the tag of their entity, or by option under that of the edge', async () => {
  expect(operation('GET /garages/{id}/bays')?.tags).toEqual(['Garage']);
  expect(document.tags?.map(({ name }) => name)).toEqual(['Vehicle', 'Truck', 'Garage', 'Bay']);
  const ofEdges = await madeDocument({ edgeTags: 'edge' });
  expect(operationIn(ofEdges, 'GET /garages/{id}/bays')?.tags).toEqual(['bays']);
});

test('what is not mounted stands there all the same, and may be missing', () => {
  expect(operation('GET /garages')?.statuses).toContain('404');
});

test('an enum has one name in answers, bodies and filters', () => {
  const colour = { $ref: '#/components/schemas/VehicleColour' };
  expect(property('VehicleItself', 'colour')).toEqual(colour);
  expect(property('VehicleItselfCreate', 'colour')).toEqual({ ...colour, default: 'RED' });
  // What is left out of an update stays: a default would say otherwise.
  expect(property('VehicleUpdate', 'colour')).toEqual(colour);
  expect(property('VehicleUpdate', 'plate')).not.toHaveProperty('default');
  expect(document.components?.parameters?.['Vehicle.colour.eq']).toHaveProperty('schema', colour);
});

test('embedded columns are a nested object in answers and bodies', () => {
  const colour = { oneOf: [{ $ref: '#/components/schemas/GarageEngineColour' }, { type: 'null' }] };
  expect(property('Garage', 'engine')).toEqual({ $ref: '#/components/schemas/GarageEngine' });
  expect(schemaIn(document, 'GarageEngine')).toMatchObject({
    required: ['power', 'colour'],
    properties: { power: { type: 'integer' }, colour },
  });
  expect(schemaIn(document, 'GarageCreateEngine')).toMatchObject({
    additionalProperties: false,
    required: ['power'],
    properties: { power: { type: 'integer' }, colour },
  });
  expect(schemaIn(document, 'GarageUpdateEngine')).toHaveProperty('properties.power');
  expect(schemaIn(document, 'GarageUpdateEngine')).not.toHaveProperty('required');
});

test('a parent class is one of its classes, with a discriminator', () => {
  expect(schemaIn(document, 'Vehicle')).toEqual({
    description: 'One Vehicle. `kind` is its kind: `Vehicle`, `Truck`.',
    oneOf: [{ $ref: '#/components/schemas/VehicleItself' }, { $ref: '#/components/schemas/Truck' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { Vehicle: '#/components/schemas/VehicleItself', Truck: '#/components/schemas/Truck' },
    },
  });
  expect(property('VehicleItself', 'kind')).toEqual({ type: 'string', enum: ['Vehicle'] });
  expect(property('VehicleItself', 'load')).toBeUndefined();
  expect(schemaIn(document, 'Truck')?.required).toEqual(expect.arrayContaining(['kind', 'load']));
  expect(schemaIn(document, 'VehicleKind')).toEqual({ type: 'string', enum: ['Vehicle', 'Truck'] });
  expect(schemaIn(document, 'TruckKind')).toEqual({ type: 'string', enum: ['Truck'] });
  expect(property('TruckCreate', 'kind')).toBeUndefined();
});

test('an entity with a key of several columns has all operations, also along edges', () => {
  const routes = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(routes.filter((route) => route.includes('bay')).sort()).toEqual([
    'delete /bays/{id}',
    'get /bays',
    'get /bays/{id}',
    'get /bays/{id}/inside',
    'get /garages/{id}/bays',
    'patch /bays/{id}',
    'post /bays',
  ]);
  const id = { type: 'string', pattern: '^(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)$' };
  expect(schemaIn(document, 'Bay')?.description).toContain('`row`, `place`, joined by commas');
  expect(operation('GET /bays/{id}')?.parameter('id')).toMatchObject({ in: 'path', schema: id });
  expect(property('GarageCreate', 'bays')).toMatchObject({ type: 'array', items: id });
  expect(property('GarageUpdate', 'add_bays')).toMatchObject({ type: 'array', items: id });
  expect(operation('GET /garages/{id}/bays')?.answer(200)).toHaveProperty('properties.content.items', {
    $ref: '#/components/schemas/Bay',
  });
});

test('an edge describes its endpoint, and says that it may be truncated', () => {
  expect(operation('GET /garages/{id}/vehicles')?.description).toBe(
    'Returns the `vehicles` of one Garage: a list of Vehicle entities. You can filter and sort it. What stands in it.',
  );
  expect(property('Garage', 'truncated_edges')).toMatchObject({ items: { enum: ['vehicles'] } });
});
