// (j) decorest: entities in, API out.
import 'reflect-metadata';
import { createServer } from 'node:http';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import { jobOfEnvironment, serve } from '../serve.js';

const dataSource = await new DataSource(dataSourceOptions(jobOfEnvironment())).initialize();
const api = createApi(dataSource, { naming: 'snake_case' });
const answerRequest = new Koa().use(restRouter(api).routes()).callback();
serve(createServer((request, response) => void answerRequest(request, response)));
