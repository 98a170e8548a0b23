// (f) @dataui/crud on Nest and TypeORM.
import 'reflect-metadata';
import { createServer, type RequestListener } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { nestModule } from '../nest/nest-module.js';
import { jobOfEnvironment, serve } from '../serve.js';

const app = await NestFactory.create(nestModule(jobOfEnvironment()));
await app.init();
serve(createServer(app.getHttpAdapter().getInstance() as RequestListener));
