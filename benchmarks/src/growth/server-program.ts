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
/** More than the default of 10 s: the first cursor in the middle of ten million rows takes a large offset. */
const statementMs = 60_000;
const api = createApi(await dataSource.initialize(), { timeouts: { statementMs } });
serveKoa(new Koa().use(restMiddleware(api)));
