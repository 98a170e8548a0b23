// No decorators in plain JavaScript: TypeORM's schemas say what is stored, our annotations are called as functions.
import 'reflect-metadata';
import {
  createApi,
  EagerLoad,
  Filter,
  FilterEdge,
  FilterGroupEqual,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import { restMiddleware } from '@decorest/koa';
import Koa from 'koa';
import { DataSource, EntitySchema } from 'typeorm';

class User {}
class Pet {}

Filter(FilterGroupEqual)(Pet.prototype, 'name');
Sortable()(Pet.prototype, 'name');
Filter(FilterGroupLength)(Pet.prototype, 'age');
EagerLoad()(Pet.prototype, 'owner');
Filter(FilterEdge)(Pet.prototype, 'owner');

const id = { type: Number, primary: true, generated: true };
const users = new EntitySchema({
  name: 'User',
  target: User,
  columns: { id, email: { type: String } },
  relations: { pets: { type: 'one-to-many', target: 'Pet', inverseSide: 'owner' } },
});
const pets = new EntitySchema({
  name: 'Pet',
  target: Pet,
  columns: { id, name: { type: String, length: 80 }, age: { type: Number } },
  relations: { owner: { type: 'many-to-one', target: 'User', inverseSide: 'pets', nullable: true } },
  indices: [{ columns: ['owner'] }],
});

const dataSource = new DataSource({
  type: 'better-sqlite3',
  database: ':memory:',
  entities: [users, pets],
  synchronize: true,
});
await dataSource.initialize();

const app = new Koa();
app.use(restMiddleware(createApi(dataSource), { prefix: '/api' }));
app.listen(process.env.PORT);
