// Which entities an app has, and what comes along in it.
import { EagerLoad } from '@decorest/core';
import type { DataSourceOptions, EntityTarget, ObjectLiteral } from 'typeorm';
import type { AppName } from '../app-name.js';
import { databaseNameOf } from '../data/database.js';
import type { Job } from '../serve.js';
import { driverOptions } from '../typeorm/driver-options.js';
import { crowdEntities } from './crowd.js';
import { Pet, User } from './petstore.js';
import { Treatment, Visit } from './visits.js';
import { addWideColumns, Wide } from './wide.js';

type EntityClass = (new () => object) & EntityTarget<ObjectLiteral>;

/** The options of the app's data source. A process serves one app: annotations stay on the classes. */
export function dataSourceOptions({ app, databaseUrl }: Job): DataSourceOptions {
  annotate(app);
  addWideColumns(databaseNameOf(databaseUrl));
  return { ...driverOptions(databaseUrl), entities: entitiesOf(app), synchronize: false };
}

function annotate(app: AppName): void {
  if (app === 'petstore' || app === 'crowd') EagerLoad()(Pet.prototype, 'owner');
  if (app === 'user-pets') EagerLoad()(User.prototype, 'pets');
  for (const edge of ['pet', 'vet', 'treatments'] as const) EagerLoad()(Visit.prototype, edge);
}

function entitiesOf(app: AppName): EntityClass[] {
  const petstore = [User, Pet];
  const entities: Record<AppName, () => EntityClass[]> = {
    petstore: () => petstore,
    'user-pets': () => petstore,
    'no-owner': () => petstore,
    visits: () => [...petstore, Visit, Treatment],
    crowd: () => [...petstore, ...crowdEntities()],
    wide: () => [Wide],
  };
  return entities[app]();
}
