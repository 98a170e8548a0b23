// annotate(): the annotations of classes that the author cannot change, and of entities that an EntitySchema makes.
import {
  annotate,
  Bulk,
  createApi,
  Description,
  EagerLoad,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroupContains,
  Sortable,
  Tags,
  Where,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { IsEmail } from 'class-validator';
import {
  Column,
  Entity,
  EntitySchema,
  EntitySchemaOptions,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type DataSourceOptions,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { anywhere, mistakesOf } from '../../support/schema-mistakes.js';
import { ServerLog } from '../../support/server-log.js';
import { withoutTables } from '../../support/without-tables.js';

interface Pet {
  id: number;
  name: string;
  owner: Owner | null;
}

interface Owner {
  id: number;
  name: string;
  pets: Pet[];
}

const id = { type: 'int', primary: true, generated: true } as const;
const name = { type: 'varchar', length: 40 } as const;

function schemaOf<T>(options: Partial<EntitySchemaOptions<T>>): EntitySchema<T> {
  return new EntitySchema<T>(Object.assign(new EntitySchemaOptions<T>(), options));
}

function createSchemas() {
  const pet = schemaOf<Pet>({
    name: 'Pet',
    columns: { id, name },
    relations: { owner: { type: 'many-to-one', target: 'Owner', inverseSide: 'pets', nullable: true } },
  });
  const owner = schemaOf<Owner>({
    name: 'Owner',
    columns: { id, name },
    relations: { pets: { type: 'one-to-many', target: 'Pet', inverseSide: 'owner' } },
  });
  return { pet, owner };
}

function annotateSchemas() {
  const { pet, owner } = createSchemas();
  annotate(pet, [Bulk(), Where(), Description('Lives with an owner.')]);
  annotate(pet, {
    name: [Filter(FilterGroupContains), Sortable()],
    owner: [Filter(FilterEdge), EagerLoad()],
  });
  annotate(owner, { name: [Filter(FilterEQ)], pets: [Tags('Households')] });
  return [pet, owner];
}

function declareClasses() {
  @Entity()
  @Bulk()
  @Where()
  @Description('Lives with an owner.')
  class Pet {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('varchar', { length: 40 })
    @Filter(FilterGroupContains)
    @Sortable()
    name!: string;

    @ManyToOne('Owner', 'pets', { nullable: true })
    @Filter(FilterEdge)
    @EagerLoad()
    owner!: object | null;
  }

  @Entity()
  class Owner {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('varchar', { length: 40 })
    @Filter(FilterEQ)
    name!: string;

    @OneToMany('Pet', 'owner')
    @Tags('Households')
    pets!: object[];
  }

  return [Pet, Owner];
}

function annotateClasses() {
  @Entity()
  class Pet {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('varchar', { length: 40 })
    name!: string;

    @ManyToOne('Owner', 'pets', { nullable: true })
    owner!: object | null;
  }

  @Entity()
  class Owner {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('varchar', { length: 40 })
    name!: string;

    @OneToMany('Pet', 'owner')
    pets!: object[];
  }

  annotate(Pet, {
    name: [Filter(FilterGroupContains), Sortable()],
    owner: [Filter(FilterEdge), EagerLoad()],
  });
  annotate(Pet, [Bulk(), Where(), Description('Lives with an owner.')]);
  annotate(Owner, { name: [Filter(FilterEQ)], pets: [Tags('Households')] });
  return [Pet, Owner];
}

function documentOf(entities: NonNullable<DataSourceOptions['entities']>) {
  return withoutTables('sqlite', entities, (dataSource) =>
    openApiDocument(createApi(dataSource, { advice: 'off', logger: new ServerLog() })),
  );
}

test('classes and schemas have the document of classes with the decorators', async () => {
  const decorated = await documentOf(declareClasses());
  expect(await documentOf(annotateClasses())).toEqual(decorated);
  expect(await documentOf(annotateSchemas())).toEqual(decorated);
  const [pet, owner] = annotateSchemas();
  expect(await documentOf({ first: owner, second: pet } as never)).toMatchObject({
    paths: { '/pets/bulk': {} },
  });
});

test('what a call repeats wins over the class and over earlier calls, and lists grow', async () => {
  const [Pet, Owner] = declareClasses() as unknown as [new () => Pet, new () => Owner];
  annotate(Pet, [Description('Second.')]);
  annotate(Pet, [Description('Third.'), Description('Fourth.')]);
  annotate(Pet, { name: [Filter(FilterEQ)] });
  const { components } = await documentOf([Pet, Owner]);
  expect(components?.schemas?.Pet).toMatchObject({ description: 'Fourth.' });
  expect(Object.keys(components?.parameters ?? {})).toEqual(
    expect.arrayContaining(['Pet.name.eq', 'Pet.name.has']),
  );
});

test('a schema with a class annotates the class', async () => {
  class Shelf {
    id!: number;
    label!: string;
  }
  const schema = schemaOf<Shelf>({
    name: 'Shelf',
    target: Shelf,
    columns: { id, label: { type: 'varchar' } },
  });
  annotate(schema, { label: [Filter(FilterEQ)] });
  const { components } = await documentOf([schema]);
  expect(Object.keys(components?.parameters ?? {})).toContain('Shelf.label.eq');
});

test('a mistake is one of the class, and a value that is no annotation is refused', async () => {
  const { pet, owner } = createSchemas();
  annotate(pet, { nmae: [Filter(FilterEQ)] } as never);
  annotate(owner, [anywhere(Sortable()) as never]);
  expect(await mistakesOf([pet, owner])).toBe(
    [
      'The API cannot be built: 2 problems.',
      "- Pet.nmae @Filter: no column or relation has this name. Did you mean 'name'? Declare a column or a relation of this name, or remove the annotation.",
      '- Owner @Sortable: cannot be used on a class: it is for fields. Remove it, or put it on a field.',
    ].join('\n'),
  );
  expect(() => {
    annotate(pet, { name: [IsEmail()] });
  }).toThrow(new TypeError("annotate: a value for 'name' is not a decorest annotation."));
  expect(() => {
    annotate(pet, [() => undefined]);
  }).toThrow(new TypeError('annotate: a value for the class is not a decorest annotation.'));
});

test('a decorator may be made of several', async () => {
  const { pet, owner } = createSchemas();
  const Searchable = () => (target: object, member: string) => {
    Filter(FilterEQ)(target as never, member as never);
    Sortable()(target as never, member as never);
  };
  annotate(pet, { name: [Searchable()] });
  const { components } = await documentOf([pet, owner]);
  expect(Object.keys(components?.parameters ?? {})).toContain('Pet.name.eq');
  expect(components?.schemas?.PetSortKey).toMatchObject({ enum: expect.arrayContaining(['name']) });
});

test.each([
  [
    () => [class Own {}, Sortable()],
    'pass a list of annotations for the class, or an object with a list for each member.',
  ],
  [() => [class Own {}, { name: Sortable() }], "the annotations of 'name' are not a list."],
  [() => ['Pet', [Tags('x')]], 'pass a class or an EntitySchema.'],
  [() => [class Own {}, [null]], 'a value for the class is not a decorest annotation.'],
])('what is no annotation is refused: %#', (make, message) => {
  const [entity, annotations] = make();
  expect(() => {
    annotate(entity as never, annotations as never);
  }).toThrow(new TypeError(`annotate: ${message}`));
});

forEachDatabase(
  {
    entities: annotateSchemas(),
    options: {},
    fill: async ({ manager }: DataSource) => {
      await manager.insert('Owner', { name: 'Ada' });
      await manager.insert('Pet', [{ name: 'Tofu', owner: { id: 1 } }, { name: 'Rex' }]);
    },
  },
  (stage) => {
    test('entities of schemas are filtered across an edge, embedded and written in bulk', async () => {
      const { client } = stage;
      expect(valuesOf(await client.get('/pets?owner.name.eq=Ada'), 'name')).toEqual(['Tofu']);
      expect((await client.get('/pets/1')).json).toMatchObject({ edges: { owner: { name: 'Ada' } } });
      expect((await client.post('/pets/bulk', [{ name: 'Mia', owner: 1 }])).status).toBe(201);
      expect((await client.delete('/pets?name.has=Rex')).json).toEqual({ affected: 1 });
      expect(valuesOf(await client.get('/pets?sort=-name'), 'name')).toEqual(['Tofu', 'Mia']);
    });
  },
);
