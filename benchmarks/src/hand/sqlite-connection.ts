// Prepared statements on better-sqlite3.
import Database from 'better-sqlite3';
import { sqlitePragmas } from '../data/database.js';
import { numbered, type Connection, type Run } from './prepare.js';

export function connectSqlite(file: string): Connection {
  const database = new Database(file);
  for (const pragma of sqlitePragmas) database.pragma(pragma);
  return {
    database: 'sqlite',
    prepare: <Row extends object>(_name: string, sql: string): Run<Row> => {
      const statement = database.prepare<unknown[], Row>(sql.replace(numbered, '?'));
      const order = [...sql.matchAll(numbered)].map(([, number]) => Number(number) - 1);
      if (order.every((value, at) => value === at)) return (...values) => statement.all(...values);
      return (...values) => statement.all(...order.map((value) => values[value]));
    },
  };
}
