// Names that nobody wrote: ids, paths and components follow from the names of classes and members, and no two of them are
// equal, whatever those are. Another class changes no name but one that it takes itself.
import {
  Bulk,
  createApi,
  EdgeCreate,
  EdgeUpdateBulk,
  Filter,
  FilterEdge,
  Groupable,
  Includable,
  Measure,
  NestedCreate,
  type ApiOptions,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import fc from 'fast-check';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  type DataSourceOptions,
} from 'typeorm';
import { foldName } from '../../support/folded-name.js';
import { holds } from '../../support/property.js';
import { bareDataSource } from '../../support/schema-mistakes.js';
import { ServerLog } from '../../support/server-log.js';

type Class = new () => object;
type Entities = NonNullable<DataSourceOptions['entities']>;

const options: ApiOptions = {
  where: true,
  sparseFields: true,
  cursorPagination: true,
  filterDepth: 2,
  includeDepth: 2,
};

/** A class to declare: its edges lead to itself and to the next one of the schema. */
interface Declared {
  readonly name: string;
  readonly edges: readonly string[];
  readonly enums: readonly string[];
}

/** `first` numbers the tables, so that those of two schemas differ. */
function declareClasses(schema: readonly Declared[], first = 0): Class[] {
  const classes: Class[] = [];
  for (const [at, { name, edges, enums }] of schema.entries()) {
    abstract class Row {
      @PrimaryGeneratedColumn() id!: number;
    }
    const declared = { [name]: class extends Row {} }[name] as Class;
    const prototype = declared.prototype as object;
    for (const [edge, member] of edges.entries()) {
      ManyToMany(() => classes[edge === 0 ? at : (at + 1) % schema.length]!)(prototype, member);
      JoinTable({ name: `link_${first + at}_${edge}` })(prototype, member);
      const annotations = [EdgeCreate(), EdgeUpdateBulk(), NestedCreate(), Includable(), Filter(FilterEdge)];
      Reflect.decorate(annotations as PropertyDecorator[], prototype, member);
    }
    for (const member of enums) {
      Column({ type: 'simple-enum', enum: [`${name} ${member}`, 'b'] })(prototype, member);
      Reflect.decorate(
        [Filter('eq'), Groupable(), Measure('distinct')] as PropertyDecorator[],
        prototype,
        member,
      );
    }
    Reflect.decorate([Entity(`table_${first + at}`), Bulk() as ClassDecorator, Measure('count')], declared);
    classes.push(declared);
  }
  return classes;
}

type Schemas = Readonly<Record<string, object>>;

interface Names {
  readonly ids: readonly string[];
  readonly routes: readonly string[];
  readonly components: Readonly<Record<string, Schemas>>;
  readonly operations: Readonly<Record<string, object>>;
}

async function readNames(entities: Entities): Promise<Names> {
  const dataSource = await bareDataSource(entities);
  try {
    const api = createApi(dataSource, { ...options, logger: new ServerLog() });
    const { components = {}, paths = {} } = openApiDocument(api);
    return {
      ids: api.routes.list.map(({ operationId }) => operationId),
      routes: api.routes.list.map(({ method, path }) => `${method} ${path}`),
      components: components as Names['components'],
      operations: paths,
    };
  } finally {
    await dataSource.destroy();
  }
}

/** The components of which clients make types. */
function listTypes({ components: { schemas = {}, parameters = {}, responses = {} } }: Names): string[] {
  return [...Object.keys(schemas), ...Object.keys(parameters), ...Object.keys(responses)];
}

/** The words of endings, of members, and their plurals: `Order.items` meets `OrderItem`, `ItemList` the list of `Item`. */
const words = ['order', 'item', 'items', 'list', 'create', 'where', 'the', 'row'];
const toPascal = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const spellings: readonly ((parts: readonly string[]) => string)[] = [
  (parts) => parts.map(toPascal).join(''),
  (parts) => parts.map(toPascal).join('_'),
  ([first = '', ...more]) => first + more.map(toPascal).join(''),
  (parts) => parts.join('_'),
  ([first = '', ...more]) => first.toUpperCase() + more.map(toPascal).join(''),
];
const named = (maximum: number) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: maximum }),
      fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
    )
    .map(([parts, spelling]) => spellings[spelling]!(parts));
const declaredClass = fc
  .record({ name: named(3), members: fc.uniqueArray(named(2), { minLength: 2, maxLength: 3 }) })
  .map(({ name, members }): Declared => ({ name, edges: members.slice(0, -1), enums: members.slice(-1) }));
const schemas = fc.uniqueArray(declaredClass, { minLength: 2, maxLength: 4, selector: ({ name }) => name });

test('whatever classes and members are called, no two names are equal', async () => {
  const met = { moved: 0, renamed: 0 };
  await holds(
    fc.asyncProperty(schemas, async (schema) => {
      const names = await readNames(declareClasses(schema));
      expect(new Set(names.ids.map(foldName)).size).toBe(new Set(names.ids).size);
      expect(new Set(names.ids).size).toBe(names.ids.length);
      expect(new Set(names.routes.map((route) => route.toLowerCase())).size).toBe(names.routes.length);
      const types = listTypes(names);
      expect(new Set(types.map(foldName)).size).toBe(types.length);
      for (const name of types) expect(name).not.toMatch(/\d|~/);
      expect(listDangling(names)).toEqual([]);
      met.moved += names.routes.filter((route) => route.includes('/the-')).length;
      met.renamed += types.filter((name) => name.includes('Of') || name.startsWith('The')).length;
    }),
    25,
  );
  expect(met.moved).toBeGreaterThan(0);
  expect(met.renamed).toBeGreaterThan(0);
});

/** References to components that do not exist. */
function listDangling({ components, operations }: Names): string[] {
  const references = JSON.stringify({ components, operations }).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g);
  return [...references].flatMap(([text, kind = '', name = '']) =>
    Object.hasOwn(components[kind] ?? {}, name) ? [] : text,
  );
}

test('another class changes no name but one that it takes itself', async () => {
  const met = { untouched: 0, taken: 0 };
  await holds(
    fc.asyncProperty(
      // Of two classes that only case or an underscore tells apart, all names are equal.
      schemas.filter(
        (schema) =>
          schema.length > 2 && new Set(schema.map(({ name }) => foldName(name))).size === schema.length,
      ),
      async (schema) => {
        const [added, ...before] = schema;
        if (!added) return;
        const first = await readNames(declareClasses(before));
        const own = await readNames(declareClasses([added]));
        const both = await readNames([...declareClasses(before), ...declareClasses([added], before.length)]);
        const taken = new Set(listTypes(own).map(foldName));
        const kept = listTypes(first).filter((name) => !taken.has(foldName(name)));
        expect(listTypes(both)).toEqual(expect.arrayContaining(kept));
        const isShared = (name: string) => !before.some((one) => name.includes(one.name));
        const contested = listTypes(first).some((name) => taken.has(foldName(name)) && !isShared(name));
        met[contested ? 'taken' : 'untouched'] += 1;
        if (contested) return;
        // Nothing of the others is spelled otherwise: neither the components nor what refers to them.
        for (const [path, item] of Object.entries(first.operations))
          if (!isTakenPath(path, own))
            expect(omitIds(both.operations[path], own.ids)).toEqual(omitIds(item, own.ids));
      },
    ),
    25,
  );
  expect(met.untouched).toBeGreaterThan(0);
});

/** An operation whose id another class takes gets another one. */
function omitIds(item: unknown, taken: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(item), (key, value: unknown) =>
    key === 'operationId' && taken.includes(toUsualId(String(value))) ? null : value,
  );
}

/** `list_items_of_order` -> `list_order_items`. */
function toUsualId(id: string): string {
  return id.replace(/^([a-z]+)_(.+)_of_(.+)$/, '$1_$3_$2');
}

function isTakenPath(path: string, { operations }: Names): boolean {
  const collection = (each: string) => each.split('/')[1];
  return Object.keys(operations).some((each) => collection(each) === collection(path));
}

/** A class with an enum, and an edge to itself. */
const declareOne = (name: string, members: Partial<Declared> = {}): Declared => ({
  name,
  edges: [],
  enums: [],
  ...members,
});

test('a class keeps its name, and what follows from another one is spelled in other words', async () => {
  const { components } = await readNames(
    declareClasses([
      declareOne('Pet', { enums: ['type', 'cursorList'] }),
      declareOne('PetType'),
      declareOne('Problem'),
    ]),
  );
  const { schemas: all = {} } = components;
  expect(all.PetType).toMatchObject({ properties: { edges: {} } });
  expect(all.TypeOfPet).toMatchObject({ enum: ['Pet type', 'b'] });
  expect(all.PetCursorList).toMatchObject({ properties: { next_cursor: {} } });
  expect(all.CursorListOfPet).toMatchObject({ enum: ['Pet cursorList', 'b'] });
  expect(all.Problem).toMatchObject({ properties: { edges: {} } });
  expect(all.ApiProblem).toMatchObject({ properties: { detail: {} } });
});

test('an edge below another edge changes no name of its class', async () => {
  const nameAll = async (schema: readonly Declared[]) =>
    listTypes(await readNames(declareClasses(schema))).filter((name) => name.startsWith('Pet'));
  const before = await nameAll([
    declareOne('Pet', { edges: ['friends', 'homes'] }),
    declareOne('Home', { edges: ['homes'] }),
  ]);
  const after = await nameAll([
    declareOne('Pet', { edges: ['friends', 'homes'] }),
    declareOne('Home', { edges: ['homes', 'guests'] }),
  ]);
  expect(after).toEqual(expect.arrayContaining(before.filter((name) => !name.includes('.'))));
  expect(before).toEqual(expect.arrayContaining(['PetWhere', 'PetWhereRow', 'PetWhereOneEdge']));
});

test('a class in the singular keeps its path, and the log says which class gave way', async () => {
  const warnings: [object, string | undefined][] = [];
  const logger = {
    error: () => undefined,
    warn: (entry: object, text?: string) => warnings.push([entry, text]),
  };
  const dataSource = await bareDataSource(
    declareClasses([
      declareOne('Pets'),
      declareOne('Pet'),
      declareOne('Order_Item'),
      declareOne('OrderItem'),
      // First in the alphabet, and last to choose.
      declareOne('HTTPRoute'),
      declareOne('HttpRoute'),
    ]),
  );
  try {
    const pathsWith = (paths: Record<string, string>) =>
      createApi(dataSource, { logger, paths }).model.entities.map(({ name, path }) => [name, path]);
    expect(pathsWith({})).toEqual([
      ['Pets', 'the-pets'],
      ['Pet', 'pets'],
      ['Order_Item', 'the-order-items'],
      ['OrderItem', 'order-items'],
      ['HTTPRoute', 'the-http-routes'],
      ['HttpRoute', 'http-routes'],
    ]);
    const moved = [
      { entity: 'Pets', path: '/the-pets', instead: 'Pet' },
      { entity: 'Order_Item', path: '/the-order-items', instead: 'OrderItem' },
      { entity: 'HTTPRoute', path: '/the-http-routes', instead: 'HttpRoute' },
    ];
    expect(warnings).toContainEqual([{ paths: moved }, expect.stringContaining('option `paths`')]);
    warnings.length = 0;
    expect(pathsWith({ Pet: 'animals', Order_Item: 'lines', HTTPRoute: 'paths' })).toEqual([
      ['Pets', 'pets'],
      ['Pet', 'animals'],
      ['Order_Item', 'lines'],
      ['OrderItem', 'order-items'],
      ['HTTPRoute', 'paths'],
      ['HttpRoute', 'http-routes'],
    ]);
    expect(warnings.filter(([entry]) => 'paths' in entry)).toEqual([]);
  } finally {
    await dataSource.destroy();
  }
});

test('edges whose paths would be equal', async () => {
  const { routes } = await readNames(
    declareClasses([declareOne('Pet', { edges: ['best_friends', 'bestFriends'] })]),
  );
  expect(routes).toEqual(
    expect.arrayContaining(['GET /pets/{id}/best-friends', 'GET /pets/{id}/the-best-friends']),
  );
});
