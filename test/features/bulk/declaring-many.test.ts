// What `@Bulk` and the option `bulk` offer, and what is a mistake.
import { Bulk, createApi, ExcludeOperations, Filter, IncludeOperations, RequireFilter } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Column, Entity, PrimaryGeneratedColumn, ViewColumn, ViewEntity } from 'typeorm';
import { forEachMount, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { anywhere, bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

class Row {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  @Filter('eq')
  name!: string;
}

@Entity()
@Bulk()
class Everything extends Row {}

@Entity()
@Bulk('update')
class Updates extends Row {}

@Entity()
@ExcludeOperations('delete')
class ByOption extends Row {}

@Entity()
@Bulk()
@IncludeOperations('read', 'list', 'delete')
class AsFarAsItHas extends Row {}

describe('what is offered', () => {
  const offers = async (options: object) => {
    const dataSource = await bareDataSource([Everything, Updates, ByOption, AsFarAsItHas]);
    try {
      const { entities } = createApi(dataSource, options).model;
      return entities.map(({ bulk }) => bulk?.operations ?? null);
    } finally {
      await dataSource.destroy();
    }
  };

  test('`@Bulk` names operations, or all that the class has', async () => {
    expect(await offers({})).toEqual([['create', 'update', 'delete'], ['update'], null, ['delete']]);
  });

  test('the option is for classes without it, as far as they have the operation', async () => {
    expect(await offers({ bulk: ['update', 'delete'] })).toEqual([
      ['create', 'update', 'delete'],
      ['update'],
      ['update'],
      ['delete'],
    ]);
  });

  test('the document of an API without it is as it was', async () => {
    const dataSource = await bareDataSource([ByOption]);
    const text = JSON.stringify(openApiDocument(createApi(dataSource)));
    await dataSource.destroy();
    expect(text).not.toMatch(/bulk|max_affected|Affected/i);
  });
});

describe('mistakes', () => {
  test('an operation that the class does not have', async () => {
    @Entity()
    @Bulk('create', 'delete')
    @ExcludeOperations('delete')
    class Kept extends Row {}

    expect(await mistakesOf([Kept])).toBe(
      `The API cannot be built: 1 problem.
- Kept @Bulk: the class has no operation 'delete'. Include the operation, or remove 'delete'.`,
    );
  });

  test('an operation that cannot be done with many rows, and a place that has none', async () => {
    @Entity()
    @anywhere(Bulk('list' as 'create'))
    class Wrong {
      @PrimaryGeneratedColumn()
      id!: number;

      @anywhere(Bulk())
      @Column({ type: 'int' })
      count!: number;
    }

    expect(await mistakesOf([Wrong], { bulk: 'delete' })).toBe(
      `The API cannot be built: 3 problems.
- options.bulk: 'delete' is not a list of operations. Use ['create', 'update', 'delete'].
- Wrong @Bulk: 'list' is not an operation of bulk requests. Use create, update, delete.
- Wrong.count @Bulk: cannot be used on a field: it is for classes. Remove it, or put it on a class.`,
    );
  });

  test('a view', async () => {
    @ViewEntity({ expression: 'SELECT 1 AS "id"' })
    @Bulk()
    class Summary {
      @ViewColumn()
      id!: number;
    }

    expect(await mistakesOf([Summary])).toContain('Summary @Bulk: a view is read-only. Remove it.');
  });
});

@Entity()
@Bulk()
@RequireFilter('name.eq')
class Guarded extends Row {}

const fixture: Fixture = {
  entities: [Guarded],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Guarded).insert([{ name: 'a' }, { name: 'b' }]);
  },
};

describe('a class that requires a filter', () => {
  forEachMount(fixture, (stage) => {
    test.each(['', '?all=true', '?max_affected=1'])('%s is refused', async (query) => {
      const answer = await stage.client.delete(`/guardeds${query}`);
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
        {
          parameter: 'name.eq',
          code: 'required',
          detail: "One of the filters 'name.eq', 'id.eq', 'id.in' is required.",
        },
      ]);
    });

    test('it, or ids, select rows', async () => {
      expect((await stage.client.patch('/guardeds?name.eq=a', { name: 'c' })).json).toEqual({ affected: 1 });
      expect((await stage.client.patch('/guardeds', [{ id: 1, name: 'd' }])).json).toEqual({ affected: 1 });
      expect((await stage.client.delete('/guardeds?id.in=1&id.in=2')).json).toEqual({ affected: 2 });
    });
  });
});
