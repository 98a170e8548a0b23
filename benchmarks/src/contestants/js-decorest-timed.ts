// (js) decorest that tells how long its stages took.
import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import { serveKoa } from '../koa/koa-server.js';
import { jobOfEnvironment } from '../serve.js';

const dataSource = await new DataSource(dataSourceOptions(jobOfEnvironment())).initialize();
const api = createApi(dataSource, { naming: 'snake_case', serverTiming: true });
serveKoa(new Koa().use(restRouter(api).routes()));
