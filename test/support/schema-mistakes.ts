// What createApi says of mistakes: the whole text, on SQLite in memory, without tables.
import { createApi, SchemaError } from '@decorest/core';
import { DataSource, type DataSourceOptions } from 'typeorm';

type Entities = NonNullable<DataSourceOptions['entities']>;

/** The data source, ready to be read; its tables are never made. */
export async function bareDataSource(entities: Entities): Promise<DataSource> {
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities });
  return dataSource.initialize();
}

/** The text of the SchemaError these entities and options cause; fails when there is none. */
export async function mistakesOf(entities: Entities, options: object = {}): Promise<string> {
  const dataSource = await bareDataSource(entities);
  try {
    return schemaErrorOf(dataSource, options).message;
  } finally {
    await dataSource.destroy();
  }
}

/** The SchemaError of createApi; fails when there is none. */
export function schemaErrorOf(dataSource: DataSource, options: object = {}): SchemaError {
  try {
    createApi(dataSource, options);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error('createApi found no mistake.');
}

/** An annotation as authors in JavaScript can use it: anywhere. */
export function anywhere(annotation: unknown): ClassDecorator & PropertyDecorator {
  return annotation as ClassDecorator & PropertyDecorator;
}
