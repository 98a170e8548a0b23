// (jn) decorest that counts the statements on its SQLite connection; on servers a proxy counts them.
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import { serveKoa } from '../koa/decorest.js';
import { countStatement, jobOfEnvironment } from '../serve.js';

const options = dataSourceOptions(jobOfEnvironment());
const counting = options.type === 'better-sqlite3' ? { ...options, verbose: countStatement } : options;
const api = createApi(await new DataSource(counting).initialize(), { naming: 'snake_case' });
serveKoa(new Koa().use(restRouter(api).routes()));
