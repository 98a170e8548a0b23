// The data source of an app in which decorest is checked; not yet initialised.
import 'reflect-metadata';
import type Koa from 'koa';
import { DataSource } from 'typeorm';
import type { CheckedAppName } from '../app-name.js';
import { Maker, Product, Review } from '../entities/catalogue.js';
import { Author, Text } from '../entities/texts.js';
import { Pet, User } from '../entities/unindexed.js';
import type { Job } from '../serve.js';
import { driverOptions } from './driver-options.js';

const entities = {
  unindexed: [User, Pet],
  texts: [Author, Text],
  catalogue: [Maker, Product, Review],
} as const;

/** The parts of examples/kitchensink in use. It is built with the library, but is no dependency of the bench. */
interface KitchensinkModules {
  readonly './data-source.js': { kitchensinkDataSource(url: string): DataSource };
  readonly './app.js': { createKitchensink(dataSource: DataSource): { readonly app: Koa } };
}

export async function dataSourceOf({ app, databaseUrl }: Job<CheckedAppName>): Promise<DataSource> {
  if (app === 'kitchensink')
    return (await kitchensinkModule('./data-source.js')).kitchensinkDataSource(databaseUrl);
  return new DataSource({ ...driverOptions(databaseUrl), entities: [...entities[app]] });
}

/** A file of the example, from where its build leaves it. */
export async function kitchensinkModule<F extends keyof KitchensinkModules>(
  file: F,
): Promise<KitchensinkModules[F]> {
  const url = new URL(file, new URL('../../../examples/kitchensink/dist/', import.meta.url));
  return (await import(url.href)) as KitchensinkModules[F];
}
