// Every mistake that types cannot see is found when the API is built: the whole text of each, as an author reads it.
// Jest checks these inline snapshots but cannot rewrite them: Babel does not read decorators.
import util, { inspect } from 'node:util';
import {
  AllowClientIDs,
  createApi,
  DefaultOrder,
  DefaultSort,
  EagerLoad,
  EagerLoadLimit,
  EdgeUpdateBulk,
  Example,
  ExcludeOperations,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupLength,
  FilterGroupNil,
  IncludeOperations,
  ItemsPerPage,
  MaxItemsPerPage,
  MinItemsPerPage,
  OperationCreate,
  OperationDelete,
  OperationID,
  OperationList,
  OperationRead,
  OperationSummary,
  OperationUpdate,
  Pagination,
  ReadOnly,
  Schema,
  Skip,
  Sortable,
  Tags,
  CursorPagination,
  TotalCount,
  MaxOffset,
} from '@decorest/core';
import {
  Column,
  DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { anywhere, bareDataSource, mistakesOf, schemaErrorOf } from '../../support/schema-mistakes.js';

@Entity()
class Owner {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ unique: true }) name!: string;
}

describe('options', () => {
  test('a data source that is not initialised', () => {
    const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [Owner] });
    expect(schemaErrorOf(dataSource).message).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.dataSource: the data source is not initialised. Await dataSource.initialize() before createApi()."
    `);
  });

  test('a data source without entities', async () => {
    expect(await mistakesOf([])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.dataSource: the data source has no entities. List entity classes in its option entities."
    `);
  });

  test('a database that is not tested', async () => {
    const dataSource = await bareDataSource([Owner]);
    const options = { ...dataSource.options, type: 'oracle' };
    const disguised = Object.create(dataSource, { options: { value: options } }) as DataSource;
    expect(schemaErrorOf(disguised).message).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.dataSource: databases of type oracle are not supported. Use better-sqlite3, sqlite, postgres, mariadb, or mysql."
    `);
    await dataSource.destroy();
  });

  test('an option that does not exist', async () => {
    expect(await mistakesOf([Owner], { disablePaging: true, itemPerPage: 5 })).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - options.disablePaging: no option has this name. Use defaultEagerLoad, eagerLoadLimit, disableEagerLoadNonPagedOpt, disableEagerLoadedEndpoints, disablePagination, minItemsPerPage, maxItemsPerPage, itemsPerPage, unpagedLimit, allowClientIDs, bulk, defaultETag, requireIfMatch, cacheControl, defaultOperations, shownSecrets, defaultFilterID, where, filterDepth, includeDepth, sparseFields, cursorPagination, totalCount, cursorSecrets, exportLimit, csvFormulas, addEdgesToTags, strictMutate, returnMinimal, listNotFound, serverTiming, advice, defaultSchema, leaveOut, naming, paths, policies, sessionSettings, hooks, idempotency, errors, constraints, databaseErrors, limits, timeouts, logger.
      - options.itemPerPage: no option has this name. Did you mean 'itemsPerPage'?"
    `);
  });

  test('values that an option cannot take', async () => {
    const options = { eagerLoadLimit: 0, strictMutate: 'no', naming: 'camelCase', logger: {} };
    expect(await mistakesOf([Owner], options)).toMatchInlineSnapshot(`
      "The API cannot be built: 4 problems.
      - options.eagerLoadLimit: 0 is not a limit. Use a positive integer, or -1 for no limit.
      - options.strictMutate: 'no' is not a boolean. Use true or false.
      - options.naming: 'camelCase' is not a naming style. Use 'declared' or 'snake_case'.
      - options.logger: it is not a logger. Use an object with error() and warn()."
    `);
  });

  test('a limit that does not exist, and one that is no number', async () => {
    expect(await mistakesOf([Owner], { limits: { filter: 5, offset: '9' } })).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - options.limits.filter: no limit has this name. Did you mean 'filters'?
      - options.limits.offset: '9' is not a limit. Use a positive integer."
    `);
  });

  test('page sizes out of order', async () => {
    expect(await mistakesOf([Owner], { itemsPerPage: 500 })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.itemsPerPage: the page sizes are 1 (min), 500 (default) and 100 (max). Use minItemsPerPage <= itemsPerPage <= maxItemsPerPage."
    `);
  });

  test('no default operation', async () => {
    expect(await mistakesOf([Owner], { defaultOperations: [] })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.defaultOperations: an empty list allows no operation. Name at least one of create, read, update, delete, list, or leave the option out."
    `);
  });

  test('a default operation that does not exist', async () => {
    expect(await mistakesOf([Owner], { defaultOperations: ['raed'] })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.defaultOperations: 'raed' is not an operation. Did you mean 'read'? Use create, read, update, delete, list."
    `);
  });

  test('hooks of operations that do not exist, or that are no functions', async () => {
    const mistakes = async (hooks: unknown) =>
      (await mistakesOf([Owner], { hooks })).split('\n- options.hooks: ')[1];
    expect(await mistakes({})).toBe(
      '{} is not a list of hooks. Use [hooksFor(Pet, { before: { create: ... } }), ...].',
    );
    expect(await mistakes([{ entity: Owner }])).toBe(
      '{} is not the result of hooksFor(). Use [hooksFor(Pet, { before: { create: ... } }), ...].',
    );
    expect(await mistakes([{ entity: Owner, hooks: { befor: {} } }])).toBe(
      "'befor' is not a member of hooks. Did you mean 'before'? Use allow, before, after.",
    );
    expect(await mistakes([{ entity: Owner, hooks: { before: { craete: () => undefined } } }])).toBe(
      "'craete' is not an operation. Did you mean 'create'? Use create, read, update, delete, list.",
    );
    expect(await mistakes([{ entity: Owner, hooks: { after: { create: 'x' } } }])).toBe(
      "'x' is not a function. Make after.create a function.",
    );
    expect(await mistakes([{ entity: Owner, hooks: { allow: true } }])).toBe(
      'true is not a function. Make allow a function.',
    );
    expect(await mistakes([{ entity: Date, hooks: {} }])).toBe(
      "'Date' is not an entity of the data source. Name an entity, or a class that entities extend.",
    );
  });

  test('a path for a class that does not exist', async () => {
    expect(await mistakesOf([Owner], { paths: { Ovner: 'people' } })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.paths.Ovner: no entity is named Ovner. Did you mean 'Owner'? Use the name of a class: Owner."
    `);
  });

  test('a path of two segments', async () => {
    expect(await mistakesOf([Owner], { paths: { Owner: 'pet/owners' } })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - options.paths: 'pet/owners' is not a valid path segment. Use one path segment per class, such as { BlogPost: 'articles' }."
    `);
  });
});

describe('classes', () => {
  test('two classes of one name', async () => {
    const first = nameOnly('Note', 'notes_a');
    const second = nameOnly('Note', 'notes_b');
    expect(await mistakesOf([first, second])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Note: two classes are named Note. Rename one of them, give it another name with @EntityName(), or leave one out with @Skip()."
    `);
  });

  test('two classes with one path by the option', async () => {
    const classes = [nameOnly('BlogPost', 'posts_a'), nameOnly('Blog_Post', 'posts_b')];
    const paths = { BlogPost: 'posts', Blog_Post: 'posts' };
    expect(await mistakesOf(classes, { paths })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Blog_Post: has the same path '/posts' as BlogPost. Set another path with the option paths: { Blog_Post: '...' }."
    `);
  });

  test('a class whose path cannot be sent as it is written', async () => {
    expect(await mistakesOf([nameOnly('Größe', 'sizes')])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Größe: its path '/größes' is not a valid path segment. Set another path with the option paths: { Größe: '...' }."
    `);
  });

  test('a view without a key', async () => {
    @ViewEntity({ expression: 'SELECT 1 AS total' })
    class Totals {
      @ViewColumn() total!: number;
    }
    expect(await mistakesOf([Totals])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Totals: cannot be served: the view has no key. Put @ViewColumn() @PrimaryColumn(), in this order, on the columns that identify a row, or leave the view out with @Skip()."
    `);
  });

  test('writes of a view, of its edges, and of edges to it', async () => {
    @ViewEntity({ expression: 'SELECT 1 AS id, 2 AS ownerId' })
    @IncludeOperations(OperationCreate, OperationRead)
    @AllowClientIDs()
    @OperationID(OperationDelete, 'forget')
    @OperationID(OperationRead, 'see')
    class Totals {
      @ViewColumn() @PrimaryColumn() id!: number;
      @ManyToOne(() => Keeper)
      @IncludeOperations(OperationUpdate, OperationRead)
      keeper!: Relation<Keeper>;
    }
    @Entity()
    class Keeper {
      @PrimaryGeneratedColumn() id!: number;
      @OneToMany(() => Totals, (totals) => totals.keeper) @EdgeUpdateBulk() totals!: Totals[];
    }
    expect(await mistakesOf([Totals, Keeper])).toMatchInlineSnapshot(`
      "The API cannot be built: 5 problems.
      - Totals @IncludeOperations: a view is read-only: it has no operation 'create'. Remove 'create'.
      - Totals @OperationID: a view is read-only: it has no operation 'delete'. Remove 'delete'.
      - Totals @AllowClientIDs: a view is read-only. Remove it.
      - Totals.keeper @IncludeOperations: a view is read-only: it has no operation 'update'. Remove 'update'.
      - Keeper.totals @EdgeUpdateBulk: an edge to a view is read-only. Remove it."
    `);
  });

  test('columns of a view without a type', async () => {
    @ViewEntity({ expression: 'SELECT 1 AS id, NULL AS note' })
    class Totals {
      @ViewColumn() @PrimaryColumn() id!: number;
      @ViewColumn() note!: string | null;
    }
    expect(await mistakesOf([Totals])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Totals.note @Schema: the type of the column values is unknown. Declare the property as number, string, boolean or Date, with emitDecoratorMetadata, or add @Schema({ ... })."
    `);
  });

  test('a view of which no operation is left', async () => {
    @ViewEntity({ expression: 'SELECT 1 AS id' })
    @ExcludeOperations(OperationList, OperationRead)
    class Totals {
      @ViewColumn() @PrimaryColumn() id!: number;
    }
    expect(await mistakesOf([Totals])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Totals @ExcludeOperations: no operation is left. Use @Skip() to leave the whole class out, or include at least one operation."
    `);
  });

  test('no operation left', async () => {
    @Entity()
    @ExcludeOperations(OperationCreate, OperationRead, OperationUpdate, OperationDelete, OperationList)
    class Closed extends Owner {}
    expect(await mistakesOf([Closed])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Closed @ExcludeOperations: no operation is left. Use @Skip() to leave the whole class out, or include at least one operation."
    `);
  });

  test('an operation that does not exist', async () => {
    @Entity()
    @anywhere(IncludeOperations('delet' as 'delete', OperationRead))
    class Half extends Owner {}
    expect(await mistakesOf([Half])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Half @IncludeOperations: 'delet' is not an operation. Did you mean 'delete'? Use create, read, update, delete, list."
    `);
  });

  test('annotations of edges and fields on a class', async () => {
    @Entity()
    @anywhere(EagerLoad())
    @anywhere(Sortable())
    @anywhere(Filter(FilterEQ))
    class Eager extends Owner {}
    expect(await mistakesOf([Eager])).toMatchInlineSnapshot(`
      "The API cannot be built: 3 problems.
      - Eager @EagerLoad: cannot be used on a class: it is for edges. Remove it, or put it on an edge.
      - Eager @Sortable: cannot be used on a class: it is for fields. Remove it, or put it on a field.
      - Eager @Filter: cannot be used on a class: it is for edges and fields. Remove it, or put it on an edge or a field."
    `);
  });
});

describe('fields', () => {
  test('an annotation on a member that is no column', async () => {
    @Entity()
    class Person extends Owner {
      @Column() fullName!: string;
      @Sortable()
      @Filter(FilterEQ)
      get fulName(): string {
        return this.fullName;
      }
      @Skip() static secret = 'x';
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Person.fulName @Sortable @Filter: no column or relation has this name. Did you mean 'fullName'? Declare a column or a relation of this name, or remove the annotation.
      - Person.secret @Skip: no column or relation has this name. Declare a column or a relation of this name, or remove the annotation."
    `);
  });

  test('annotations of edges and classes on a field', async () => {
    @Entity()
    class Person extends Owner {
      @anywhere(EagerLoad())
      @anywhere(DefaultSort('name'))
      @anywhere(Tags('people'))
      @Column()
      nick!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 3 problems.
      - Person.nick @EagerLoad: cannot be used on a field: it is for edges. Remove it, or put it on an edge.
      - Person.nick @DefaultSort: cannot be used on a field: it is for classes. Remove it, or put it on a class.
      - Person.nick @Tags: cannot be used on a field: it is for classes and edges. Remove it, or put it on a class or an edge."
    `);
  });

  test('arguments that an annotation cannot take', async () => {
    @Entity()
    @anywhere(DefaultOrder('down' as 'desc'))
    @anywhere(Pagination('yes' as unknown as boolean))
    @anywhere(Tags(''))
    class Person extends Owner {}
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 3 problems.
      - Person @DefaultOrder: 'down' is not a sort order. Use OrderAsc or OrderDesc.
      - Person @Pagination: 'yes' is not a boolean. Use true or false.
      - Person @Tags: '' is not a non-empty string. Write some text."
    `);
  });

  test('an example that breaks the schema of its field', async () => {
    @Entity()
    class Person extends Owner {
      @Column({ length: 3 }) @Example('much too long') nick!: string;
      @Column() @anywhere(Example('ten')) age!: number;
      @Column({ type: 'varchar', nullable: true }) @Example(null) title!: string | null;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Person.nick @Example: 'much too long' does not match the field's schema: must NOT have more than 3 characters. Use a value as it appears in JSON.
      - Person.age @Example: 'ten' does not match the field's schema: must be integer. Use a value as it appears in JSON."
    `);
  });

  test('an example that is no id of what its edge leads to', async () => {
    @Entity()
    class Person extends Owner {
      @ManyToOne(() => Person, { nullable: true }) @Example('Ada') parent!: Relation<Person> | null;
      @ManyToMany(() => Person) @JoinTable() @Example(7) friends!: Person[];
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Person.parent @Example: 'Ada' is not an id of Person: must be integer. Use the id of a row that the edge leads to."
    `);
  });

  test('a schema that is none', async () => {
    @Entity()
    class Person extends Owner {
      @Column('simple-json') @Schema({ type: 'objekt' }) shape!: object;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Person.shape @Schema: is not a valid JSON Schema: schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf. Use a JSON Schema of draft 2020-12, as OpenAPI 3.1 does."
    `);
  });

  test('a JSON column of unknown shape, an enum of unknown values', async () => {
    @Entity()
    class Person extends Owner {
      @Column('simple-json') shape!: object;
      @Column('simple-enum') mood!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Person.shape @Schema: this JSON column has no schema. Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties. The option defaultSchema: 'any' takes any JSON value in all such columns.
      - Person.mood: the values of this enum are unknown. List them in the column: @Column({ enum: ... })."
    `);
  });

  test('a primary key that is skipped', async () => {
    @Entity()
    class Person {
      @PrimaryGeneratedColumn() @Skip() id!: number;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Person.id @Skip: the primary key cannot be hidden: it is part of every URL. Put @Skip() on the class, or remove it here."
    `);
  });

  test('names that the API keeps for itself', async () => {
    @Entity()
    class Person extends Owner {
      @Column() edges!: string;
      @Column() @Sortable() random!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Person.edges: the key 'edges' is reserved for the API. Rename the property; its column can keep its name.
      - Person.random @Sortable: the sort key 'random' is reserved for random order. Rename the property; its column can keep its name."
    `);
  });

  test('two members of one name in snake_case', async () => {
    @Entity()
    class Person extends Owner {
      @Column() firstName!: string;
      @Column() first_name!: string;
    }
    expect(await mistakesOf([Person], { naming: 'snake_case' })).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Person.first_name: is named 'first_name' in JSON, and so is firstName. Rename one of the two."
    `);
  });

  test('a column with select: false that is filtered and sorted by', async () => {
    @Entity()
    class Person extends Owner {
      @Column({ select: false }) @Filter(FilterEQ) @Sortable() pin!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Person.pin @Sortable: the column is never returned, and its order would reveal it. Remove @Sortable().
      - Person.pin @Filter: the column is never returned, and a filter would reveal it. Remove @Filter."
    `);
  });
});

describe('edges', () => {
  @Entity()
  class Toy {
    @PrimaryGeneratedColumn() id!: number;
    @Column() name!: string;
    @ManyToOne(() => Child, (child) => child.toys) child!: Relation<Child>;
  }
  @Entity()
  class Child {
    @PrimaryGeneratedColumn() id!: number;
    @OneToMany(() => Toy, (toy) => toy.child) toys!: Toy[];
    @Column() add_toys!: string;
  }

  test('a field named like the key that adds to an edge', async () => {
    expect(await mistakesOf([Toy, Child])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Child.add_toys: the key 'add_toys' is reserved for updates of the edge toys. Rename the property; its column can keep its name."
    `);
  });

  test('on a unique edge, what is only for many', async () => {
    @Entity()
    class Pet extends Owner {
      @ManyToOne(() => Owner) @EdgeUpdateBulk() @EagerLoadLimit(5) @ItemsPerPage(5) owner!: Owner;
      @ManyToOne(() => Owner) @CursorPagination() @TotalCount('none') @MaxOffset(0) keeper!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot(`
      "The API cannot be built: 6 problems.
      - Pet.owner @EagerLoadLimit: the edge leads to at most one entity. Remove it.
      - Pet.owner @EdgeUpdateBulk: the edge leads to at most one entity. Remove it.
      - Pet.owner @ItemsPerPage: the edge leads to at most one entity. Remove it.
      - Pet.keeper @CursorPagination: the edge leads to at most one entity. Remove it.
      - Pet.keeper @TotalCount: the edge leads to at most one entity. Remove it.
      - Pet.keeper @MaxOffset: the edge leads to at most one entity. Remove it."
    `);
  });

  test('a limit that is none', async () => {
    @Entity()
    class Box {
      @PrimaryGeneratedColumn() id!: number;
      @OneToMany(() => Thing, (thing) => thing.box) @EagerLoadLimit(0) things!: Relation<Thing>[];
    }
    @Entity()
    class Thing {
      @PrimaryGeneratedColumn() id!: number;
      @ManyToOne(() => Box) box!: Relation<Box>;
    }
    expect(await mistakesOf([Box, Thing])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Box.things @EagerLoadLimit: 0 is not a limit. Use a positive integer, or -1 for no limit."
    `);
  });

  test('operations and texts that an edge does not have', async () => {
    @Entity()
    class Pet extends Owner {
      @ManyToOne(() => Owner)
      @ExcludeOperations(OperationList)
      @OperationSummary(OperationCreate, 'Gives the pet an owner')
      owner!: Owner;

      @ManyToOne(() => Owner)
      @ExcludeOperations(OperationCreate, OperationUpdate, OperationRead)
      vet!: Owner;

      @ManyToOne(() => Owner) @ReadOnly() breeder!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot(`
      "The API cannot be built: 4 problems.
      - Pet.breeder @ReadOnly: cannot be used on an edge: it is for fields. Use @ExcludeOperations(OperationCreate, OperationUpdate).
      - Pet.owner @OperationSummary: the edge has no operation 'create': its endpoint is 'read'. Use OperationRead.
      - Pet.owner @ExcludeOperations: the endpoint of this edge is 'read', not 'list'. Use OperationRead.
      - Pet.vet @ExcludeOperations: no operation is left. Use @Skip() to leave the edge out, or @EdgeEndpoint(false) to show it inside its parent only."
    `);
  });
});

describe('filters, sorts, pages and texts', () => {
  test('predicates that do not fit', async () => {
    @Entity()
    class Pet extends Owner {
      @Column() @anywhere(Filter('ihas')) age!: number;
      @Column() @anywhere(Filter('prefx' as 'prefix')) nick!: string;
      @Column() @Filter(FilterGroupNil, FilterGroupLength) tame!: boolean;
      @Column() @anywhere(Filter(FilterEdge)) color!: string;
      @ManyToOne(() => Owner) @anywhere(Filter(FilterEQ)) owner!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot(`
      "The API cannot be built: 5 problems.
      - Pet.age @Filter: 'ihas' does not fit a field of kind integer. Use eq, neq, in, notIn, gt, gte, lt, lte.
      - Pet.nick @Filter: 'prefx' is not a predicate. Did you mean 'prefix'? Use eq, neq, in, notIn, gt, gte, lt, lte, ieq, has, ihas, prefix, suffix, words.
      - Pet.tame @Filter: names no predicate that fits a non-nullable field of kind boolean. Use eq.
      - Pet.color @Filter: FilterEdge is for edges. Use eq, neq, in, notIn, gt, gte, lt, lte, ieq, has, ihas, prefix, suffix, words.
      - Pet.owner @Filter: 'eq' cannot test an edge. Use FilterEdge, or FilterIsNil for "has none"."
    `);
  });

  test.each([
    ['contains', 'has'],
    ['like', 'has'],
    ['startsWith', 'prefix'],
    ['ends_with', 'suffix'],
    ['ne', 'neq'],
    ['>=', undefined],
    ['min', 'gte'],
    ['isNull', 'null'],
    ['constructor', undefined],
  ])('the word %s of other libraries', async (word, meant) => {
    @Entity()
    class Pet extends Owner {
      @Column({ nullable: true, type: 'varchar' }) @anywhere(Filter(word as 'has')) nick!: string | null;
    }
    const question = meant === undefined ? 'a predicate. Use' : `Did you mean '${meant}'?`;
    expect(await mistakesOf([Pet])).toContain(question);
  });

  test('filter groups without a common predicate, without members, and named like a field', async () => {
    @Entity()
    class Pet extends Owner {
      @Column() @Filter(FilterEQ) @FilterGroup('search') nick!: string;
      @Column() @FilterGroup('search') age!: number;
      @Column() @Filter(FilterEQ) @FilterGroup('nick') color!: string;
      @ManyToOne(() => Owner) @FilterGroup('text') owner!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot(`
      "The API cannot be built: 3 problems.
      - Pet @FilterGroup: the members of the group 'search' have no predicate in common: nick has eq; age has none. Give every member the same @Filter predicate.
      - Pet @FilterGroup: the group 'nick' has the same name as a field or an edge. Give the group another name.
      - Pet @FilterGroup: the group 'text' has no members: no field of the related entities is in it. Put the same @FilterGroup on fields of the related entity."
    `);
  });

  test('@Sortable on a field without an order', async () => {
    @Entity()
    class Pet extends Owner {
      @Column('blob') @anywhere(Sortable()) picture!: Buffer;
    }
    expect(await mistakesOf([Pet])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Pet.picture @Sortable: fields of kind bytes are not sortable. Remove @Sortable()."
    `);
  });

  test('a default sort by a field that is not sortable, and by one that does not exist', async () => {
    @Entity()
    @DefaultSort('name')
    class Pet extends Owner {}
    @Entity()
    @anywhere(DefaultSort('agee'))
    class Cat extends Owner {
      @Column() @Sortable() age!: number;
    }
    expect(await mistakesOf([Pet, Cat])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Pet @DefaultSort: 'name' is not sortable. Put @Sortable() on name, or use one of id, random.
      - Cat @DefaultSort: 'agee' is not a sort key. Did you mean 'age'? Use one of id, age, random."
    `);
  });

  test('page sizes out of order on a class and on an edge', async () => {
    @Entity()
    @MinItemsPerPage(50)
    class Herd {
      @PrimaryGeneratedColumn() id!: number;
      @OneToMany(() => Cow, (cow) => cow.herd)
      @MinItemsPerPage(1)
      @MaxItemsPerPage(2.5)
      cows!: Relation<Cow>[];
    }
    @Entity()
    class Cow {
      @PrimaryGeneratedColumn() id!: number;
      @ManyToOne(() => Herd) herd!: Relation<Herd>;
    }
    expect(await mistakesOf([Herd, Cow])).toMatchInlineSnapshot(`
      "The API cannot be built: 2 problems.
      - Herd @MinItemsPerPage: the page sizes are 50 (min), 10 (default) and 100 (max). Use integers with 1 <= min <= default <= max; set all three where the options do not fit.
      - Herd.cows @MinItemsPerPage: the page sizes are 1 (min), 10 (default) and 2.5 (max). Use integers with 1 <= min <= default <= max; set all three where the options do not fit."
    `);
  });

  test('two operations of one id', async () => {
    @Entity()
    @OperationID(OperationRead, 'get_it')
    @OperationID(OperationList, 'get_it')
    class Pet extends Owner {}
    expect(await mistakesOf([Pet])).toMatchInlineSnapshot(`
      "The API cannot be built: 1 problem.
      - Pet @OperationID: GET /pets and GET /pets/{id} have the same operation id 'get_it'. Give one of them another id."
    `);
  });
});

test('several mistakes come in one error, options and entities alike', async () => {
  @Entity()
  @DefaultSort('name')
  class Pet extends Owner {
    @Column() @Filter(FilterGroupNil) age!: number;
    @ManyToOne(() => Owner) @EdgeUpdateBulk() owner!: Owner;
  }
  const dataSource = await bareDataSource([Pet, Owner]);
  const error = schemaErrorOf(dataSource, { itemsPerPage: 0, paths: { Pett: 'x' } });
  expect(error.name).toBe('SchemaError');
  expect(error.problems).toMatchObject([
    { entity: 'options', member: 'itemsPerPage' },
    { entity: 'options', member: 'paths.Pett' },
    { entity: 'Pet', member: 'owner', annotation: '@EdgeUpdateBulk' },
    { entity: 'Pet', member: 'age', annotation: '@Filter' },
    { entity: 'Pet', annotation: '@DefaultSort' },
  ]);
  expect(error.message).toMatch(/^The API cannot be built: 5 problems\.\n- options\.itemsPerPage: /);
  await dataSource.destroy();
});

test('what prints the error prints each problem once', async () => {
  const dataSource = await bareDataSource([Owner]);
  const error = schemaErrorOf(dataSource, { itemPerPage: 5 });
  for (const printed of [inspect(error), String(error.stack), util.format(error)])
    expect(printed.split('options.itemPerPage')).toHaveLength(2);
  expect(inspect(error)).not.toContain('remedy');
  expect(error.problems).toMatchObject([{ member: 'itemPerPage' }]);
  await dataSource.destroy();
});

test('what is skipped cannot be wrong', async () => {
  @Entity()
  class Pet extends Owner {
    @Column('simple-json') @Skip() shape!: object;
    @ManyToOne(() => Owner) @Skip() @EdgeUpdateBulk() owner!: Owner;
  }
  const dataSource = await bareDataSource([Pet, Owner]);
  expect(() => createApi(dataSource)).not.toThrow();
  await dataSource.destroy();
});

/** An entity class made under a name that a test gives it. */
function nameOnly(name: string, table: string): new () => object {
  class Made {
    id!: number;
  }
  Object.defineProperty(Made, 'name', { value: name });
  PrimaryGeneratedColumn()(Made.prototype, 'id');
  Entity({ name: table })(Made);
  return Made;
}
