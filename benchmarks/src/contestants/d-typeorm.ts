// (d) Koa, @koa/router and TypeORM's repositories: what most people write.
import 'reflect-metadata';
import { createServer } from 'node:http';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import { koaListener } from '../koa/koa-routes.js';
import { jobOfEnvironment, serve } from '../serve.js';
import { repositoryStore } from '../typeorm/repository-store.js';

const job = jobOfEnvironment();
const dataSource = await new DataSource(dataSourceOptions(job)).initialize();
serve(createServer(koaListener(repositoryStore(dataSource, job.app))));
