// The entities of an app, and the edges that it embeds.
import { EagerLoad } from '@decorest/core';
import type { DataSourceOptions } from 'typeorm';
import type { AppName } from '../app-name.js';
import type { Job } from '../serve.js';
import { driverOptions } from '../typeorm/driver-options.js';
import { Pet, User } from './petstore.js';

/** The options of the app's data source. A process serves one app: annotations stay on the classes. */
export function dataSourceOptions({ app, databaseUrl }: Job): DataSourceOptions {
  annotate(app);
  return { ...driverOptions(databaseUrl), entities: [User, Pet], synchronize: false };
}

function annotate(app: AppName): void {
  if (app === 'petstore') EagerLoad()(Pet.prototype, 'owner');
  if (app === 'user-pets') EagerLoad()(User.prototype, 'pets');
}
