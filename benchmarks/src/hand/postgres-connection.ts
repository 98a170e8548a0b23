// Named prepared statements on a pool of pg.
import { Pool } from 'pg';
import { poolSize } from '../data/database.js';
import { numbered, type Connection, type Run } from './prepare.js';

export function connectPostgres(url: string): Connection {
  const pool = new Pool({ connectionString: url, max: poolSize });
  return {
    database: 'postgres',
    prepare: <Row extends object>(name: string, sql: string): Run<Row> => {
      const text = sql.replace(numbered, '$$$1');
      return async (...values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
  };
}
