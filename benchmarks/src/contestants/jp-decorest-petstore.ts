// (jp) decorest with the entities of the petstore and no others in the process: for the start alone.
import 'reflect-metadata';
import { createApi, EagerLoad } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { Pet, User } from '../entities/petstore.js';
import { serveKoa } from '../koa/koa-server.js';
import { jobOfEnvironment } from '../serve.js';
import { driverOptions } from '../typeorm/driver-options.js';

const { databaseUrl } = jobOfEnvironment();
EagerLoad()(Pet.prototype, 'owner');
const options = { ...driverOptions(databaseUrl), entities: [User, Pet] };
const dataSource = await new DataSource(options).initialize();
const api = createApi(dataSource, { naming: 'snake_case' });
serveKoa(new Koa().use(restRouter(api).routes()));
