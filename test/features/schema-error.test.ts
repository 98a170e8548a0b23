// Every mistake that types cannot see is found when the API is built: the whole text of each, as an author reads it.
import {
  createApi,
  DefaultOrder,
  DefaultSort,
  EagerLoad,
  EagerLoadLimit,
  EdgeEndpoint,
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
} from '@decorest/core';
import {
  Column,
  DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Tree,
  TreeChildren,
  TreeParent,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { anywhere, bareDataSource, mistakesOf, schemaErrorOf } from '../support/schema-mistakes.js';

@Entity()
class Owner {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ unique: true }) name!: string;
}

describe('options', () => {
  test('a data source that is not initialised', () => {
    const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [Owner] });
    expect(schemaErrorOf(dataSource).message).toMatchInlineSnapshot();
  });

  test('a data source without entities', async () => {
    expect(await mistakesOf([])).toMatchInlineSnapshot();
  });

  test('a database that is not tested', async () => {
    const dataSource = await bareDataSource([Owner]);
    const options = { ...dataSource.options, type: 'oracle' };
    const disguised = Object.create(dataSource, { options: { value: options } }) as DataSource;
    expect(schemaErrorOf(disguised).message).toMatchInlineSnapshot();
    await dataSource.destroy();
  });

  test('an option that does not exist', async () => {
    expect(await mistakesOf([Owner], { disablePaging: true, itemPerPage: 5 })).toMatchInlineSnapshot();
  });

  test('values that an option cannot take', async () => {
    const options = { eagerLoadLimit: 0, strictMutate: 'no', naming: 'camelCase', logger: {} };
    expect(await mistakesOf([Owner], options)).toMatchInlineSnapshot();
  });

  test('a limit that does not exist, and one that is no number', async () => {
    expect(await mistakesOf([Owner], { limits: { filter: 5, offset: '9' } })).toMatchInlineSnapshot();
  });

  test('page sizes out of order', async () => {
    expect(await mistakesOf([Owner], { itemsPerPage: 500 })).toMatchInlineSnapshot();
  });

  test('no default operation', async () => {
    expect(await mistakesOf([Owner], { defaultOperations: [] })).toMatchInlineSnapshot();
  });

  test('a default operation that does not exist', async () => {
    expect(await mistakesOf([Owner], { defaultOperations: ['raed'] })).toMatchInlineSnapshot();
  });

  test('a path for a class that does not exist', async () => {
    expect(await mistakesOf([Owner], { paths: { Ovner: 'people' } })).toMatchInlineSnapshot();
  });

  test('a path of two segments', async () => {
    expect(await mistakesOf([Owner], { paths: { Owner: 'pet/owners' } })).toMatchInlineSnapshot();
  });
});

describe('classes', () => {
  test('two classes of one name', async () => {
    const first = nameOnly('Note', 'notes_a');
    const second = nameOnly('Note', 'notes_b');
    expect(await mistakesOf([first, second])).toMatchInlineSnapshot();
  });

  test('two classes of one path', async () => {
    const classes = [nameOnly('BlogPost', 'posts_a'), nameOnly('Blog_Post', 'posts_b')];
    expect(await mistakesOf(classes)).toMatchInlineSnapshot();
  });

  test('a class whose path cannot be sent as it is written', async () => {
    expect(await mistakesOf([nameOnly('Größe', 'sizes')])).toMatchInlineSnapshot();
  });

  test('a view, a tree', async () => {
    @ViewEntity({ expression: 'SELECT 1 AS total' })
    class Totals {
      @ViewColumn() total!: number;
    }
    @Entity()
    @Tree('materialized-path')
    class Branch {
      @PrimaryGeneratedColumn() id!: number;
      @TreeParent() parent!: Relation<Branch> | null;
      @TreeChildren() children!: Branch[];
    }
    expect(await mistakesOf([Totals, Branch])).toMatchInlineSnapshot();
  });

  test('no operation left', async () => {
    @Entity()
    @ExcludeOperations(
      OperationCreate,
      OperationRead,
      OperationUpdate,
      OperationDelete,
      OperationList,
    )
    class Closed extends Owner {}
    expect(await mistakesOf([Closed])).toMatchInlineSnapshot();
  });

  test('an operation that does not exist', async () => {
    @Entity()
    @anywhere(IncludeOperations('delet' as 'delete', OperationRead))
    class Half extends Owner {}
    expect(await mistakesOf([Half])).toMatchInlineSnapshot();
  });

  test('annotations of edges and fields on a class', async () => {
    @Entity()
    @anywhere(EagerLoad())
    @anywhere(Sortable())
    @anywhere(Filter(FilterEQ))
    class Eager extends Owner {}
    expect(await mistakesOf([Eager])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('arguments that an annotation cannot take', async () => {
    @Entity()
    @anywhere(DefaultOrder('down' as 'desc'))
    @anywhere(Pagination('yes' as unknown as boolean))
    @anywhere(Tags(''))
    class Person extends Owner {}
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('an example that breaks the schema of its field', async () => {
    @Entity()
    class Person extends Owner {
      @Column({ length: 3 }) @Example('much too long') nick!: string;
      @Column() @anywhere(Example('ten')) age!: number;
      @Column({ type: 'varchar', nullable: true }) @Example(null) title!: string | null;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('a schema that is none', async () => {
    @Entity()
    class Person extends Owner {
      @Column('simple-json') @Schema({ type: 'objekt' }) shape!: object;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('a JSON column of unknown shape, an enum of unknown values', async () => {
    @Entity()
    class Person extends Owner {
      @Column('simple-json') shape!: object;
      @Column('simple-enum') mood!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('a primary key that is skipped', async () => {
    @Entity()
    class Person {
      @PrimaryGeneratedColumn() @Skip() id!: number;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('names that the API keeps for itself', async () => {
    @Entity()
    class Person extends Owner {
      @Column() edges!: string;
      @Column() @Sortable() random!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
  });

  test('two members of one name in snake_case', async () => {
    @Entity()
    class Person extends Owner {
      @Column() firstName!: string;
      @Column() first_name!: string;
    }
    expect(await mistakesOf([Person], { naming: 'snake_case' })).toMatchInlineSnapshot();
  });

  test('a column with select: false that is filtered and sorted by', async () => {
    @Entity()
    class Person extends Owner {
      @Column({ select: false }) @Filter(FilterEQ) @Sortable() pin!: string;
    }
    expect(await mistakesOf([Person])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Toy, Child])).toMatchInlineSnapshot();
  });

  test('on a unique edge, what is only for many', async () => {
    @Entity()
    class Pet extends Owner {
      @ManyToOne(() => Owner) @EdgeUpdateBulk() @EagerLoadLimit(5) @ItemsPerPage(5) owner!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Box, Thing])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot();
  });

  test('a foreign key to a column that is no primary key', async () => {
    @Entity()
    class Pet {
      @PrimaryGeneratedColumn() id!: number;
      @ManyToOne(() => Owner) @JoinColumn({ referencedColumnName: 'name' }) owner!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot();
  });

  test('a composite key: an edge to it, and an endpoint below it', async () => {
    @Entity()
    class Vote {
      @PrimaryColumn() user!: number;
      @PrimaryColumn() post!: number;
      @ManyToOne(() => Owner) @EdgeEndpoint(true) owner!: Owner;
    }
    @Entity()
    class Remark {
      @PrimaryGeneratedColumn() id!: number;
      @ManyToOne(() => Vote) vote!: Vote;
    }
    expect(await mistakesOf([Vote, Remark, Owner])).toMatchInlineSnapshot();
  });

  test('two edges of one path', async () => {
    @Entity()
    class Pet {
      @PrimaryGeneratedColumn() id!: number;
      @ManyToOne(() => Owner) bestFriend!: Owner;
      @ManyToOne(() => Owner) best_friend!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot();
  });

  test('filter groups without a common predicate, without members, and named like a field', async () => {
    @Entity()
    class Pet extends Owner {
      @Column() @Filter(FilterEQ) @FilterGroup('search') nick!: string;
      @Column() @FilterGroup('search') age!: number;
      @Column() @Filter(FilterEQ) @FilterGroup('nick') color!: string;
      @ManyToOne(() => Owner) @FilterGroup('text') owner!: Owner;
    }
    expect(await mistakesOf([Pet, Owner])).toMatchInlineSnapshot();
  });

  test('@Sortable on a field without an order', async () => {
    @Entity()
    class Pet extends Owner {
      @Column('blob') @anywhere(Sortable()) picture!: Buffer;
    }
    expect(await mistakesOf([Pet])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Pet, Cat])).toMatchInlineSnapshot();
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
    expect(await mistakesOf([Herd, Cow])).toMatchInlineSnapshot();
  });

  test('two operations of one id', async () => {
    @Entity()
    @OperationID(OperationRead, 'get_it')
    @OperationID(OperationList, 'get_it')
    class Pet extends Owner {}
    expect(await mistakesOf([Pet])).toMatchInlineSnapshot();
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
  expect(error.problems.map(({ entity, member, annotation }) => ({ entity, member, annotation }))).toEqual([
    { entity: 'options', member: 'itemsPerPage' },
    { entity: 'options', member: 'paths.Pett' },
    { entity: 'Pet', member: 'owner', annotation: '@EdgeUpdateBulk' },
    { entity: 'Pet', annotation: '@DefaultSort' },
    { entity: 'Pet', member: 'age', annotation: '@Filter' },
  ]);
  expect(error.message).toMatch(/^The API cannot be built: 5 problems\.\n- options\.itemsPerPage: /);
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
