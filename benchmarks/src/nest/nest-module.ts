// A Nest module with a controller and a service of @dataui/crud for each entity.
import { Crud } from '@dataui/crud';
import type { CrudOptions } from '@dataui/crud';
import { TypeOrmCrudService } from '@dataui/crud-typeorm';
import { Controller, Inject, Injectable, Module, type DynamicModule, type Type } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import type { ObjectLiteral } from 'typeorm';
import type { AppName } from '../app-name.js';
import { dataSourceOptions } from '../entities/app-entities.js';
import { Pet, User } from '../entities/petstore.js';
import { Visit } from '../entities/visits.js';
import { Wide } from '../entities/wide.js';
import type { Job } from '../serve.js';

type Join = NonNullable<NonNullable<CrudOptions['query']>['join']>;

const eager = { eager: true };

/** The module of an app. */
export function nestModule(job: Job): DynamicModule {
  const entities = entitiesOf(job.app);
  const parts = entities.map(([path, entity]) => crudOf(path, entity, joinsOf(job.app, path)));
  const root = TypeOrmModule.forRoot(dataSourceOptions(job));
  return {
    module: AppModule,
    imports: [root, TypeOrmModule.forFeature(entities.map(([, entity]) => entity))],
    providers: parts.map(({ service }) => service),
    controllers: parts.map(({ controller }) => controller),
  };
}

/** Nest names a module by a class. */
@Module({})
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- it has nothing else to say
class AppModule {}

function entitiesOf(app: AppName): [string, Type<ObjectLiteral>][] {
  if (app === 'wide') return [['wides', Wide]];
  if (app === 'visits') return [['visits', Visit]];
  return [
    ['pets', Pet],
    ['users', User],
  ];
}

/** An edge that does not come along may still be filtered by. */
function joinsOf(app: AppName, path: string): Join {
  if (path === 'visits') return { pet: eager, vet: eager, treatments: eager };
  if (path === 'users') return app === 'user-pets' ? { pets: eager } : {};
  return path === 'pets' && app !== 'no-owner' ? { owner: eager } : {};
}

function crudOf(path: string, entity: Type<ObjectLiteral>, join: Join) {
  class Service extends TypeOrmCrudService<ObjectLiteral> {}
  InjectRepository(entity)(Service, undefined, 0);
  Injectable()(Service);
  class CrudController {
    constructor(public service: Service) {}
  }
  Inject(Service)(CrudController, undefined, 0);
  Crud({ model: { type: entity }, query: { join, alwaysPaginate: true, maxLimit: 100 } })(CrudController);
  Controller(path)(CrudController);
  return { service: Service, controller: CrudController };
}
