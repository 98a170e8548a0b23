// (bv) bt, whose application has class-validator too, as the petstore of decorest has.
import 'class-validator';
import 'reflect-metadata';
import { createServer } from 'node:http';
import { DataSource } from 'typeorm';
import { Pet, User } from '../entities/plain-petstore.js';
import { openStore } from '../hand/store.js';
import { koaListener } from '../koa/koa-routes.js';
import { jobOfEnvironment, serve } from '../serve.js';
import { driverOptions } from '../typeorm/driver-options.js';

const job = jobOfEnvironment();
await new DataSource({ ...driverOptions(job.databaseUrl), entities: [User, Pet] }).initialize();
serve(createServer(koaListener(await openStore(job), job.app)));
