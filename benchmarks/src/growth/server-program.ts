// The server whose growth is measured: decorest with the entities of this folder.
import { createApi } from '@decorest/core';
import { restMiddleware } from '@decorest/koa';
import Koa from 'koa';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { serveKoa } from '../koa/decorest.js';
import { checkedJobOfEnvironment } from '../serve.js';
import { driverOptions } from '../typeorm/driver-options.js';
import { growthEntities } from './entities.js';

const { databaseUrl } = checkedJobOfEnvironment();
const dataSource = new DataSource({ ...driverOptions(databaseUrl), entities: growthEntities });
const api = createApi(await dataSource.initialize());
serveKoa(new Koa().use(restMiddleware(api)));
