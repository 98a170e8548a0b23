// A class without the operation of an edge's endpoint: what the author wrote on the edge wins over the class.
import {
  createApi,
  EdgeEndpoint,
  ExcludeOperations,
  IncludeOperations,
  OperationList,
  OperationRead,
  OperationUpdate,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Part {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity()
@IncludeOperations(OperationRead)
class Machine {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToMany(() => Part)
  @JoinTable()
  parts!: Relation<Part>[];

  @ManyToMany(() => Part)
  @JoinTable()
  @ExcludeOperations(OperationUpdate)
  spares!: Relation<Part>[];

  @ManyToMany(() => Part)
  @JoinTable()
  @EdgeEndpoint(true)
  chosen!: Relation<Part>[];

  @ManyToMany(() => Part)
  @JoinTable()
  @IncludeOperations(OperationList)
  listed!: Relation<Part>[];
}

@Entity()
@IncludeOperations(OperationList)
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Part)
  first!: Relation<Part>;

  @ManyToOne(() => Part)
  @EdgeEndpoint(true)
  second!: Relation<Part>;
}

const fixture = {
  entities: [Part, Machine, Shelf],
  options: {},
  fill: async (dataSource: DataSource) => {
    const parts = await dataSource.getRepository(Part).save([{}, {}]);
    const [first, second] = parts;
    await dataSource
      .getRepository(Machine)
      .save({ parts, spares: parts, chosen: parts, listed: parts.slice(1) });
    await dataSource.getRepository(Shelf).save({ first: first!, second: second! });
  },
};

forEachDatabase(fixture, (stage) => {
  test('an endpoint that the edge asks for is served', async () => {
    expect(valuesOf(await stage.client.get('/machines/1/chosen'), 'id')).toEqual([1, 2]);
    expect(valuesOf(await stage.client.get('/machines/1/listed'), 'id')).toEqual([2]);
    expect((await stage.client.get('/shelves/1/second')).json).toMatchObject({ id: 2 });
  });

  test.each(['/machines/1/parts', '/machines/1/spares', '/shelves/1/first'])(
    'one that it does not ask for follows its class: %s',
    async (path) => {
      expectProblem(await stage.client.get(path), 404, 'not_found');
    },
  );

  test('the document has the same paths', () => {
    const paths = Object.keys(openApiDocument(createApi(stage.dataSource)).paths ?? {}).filter((path) =>
      /\{id\}\/./.test(path),
    );
    expect(paths.sort()).toEqual(['/machines/{id}/chosen', '/machines/{id}/listed', '/shelves/{id}/second']);
  });
});
