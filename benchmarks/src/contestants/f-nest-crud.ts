// (f) @dataui/crud on Nest and TypeORM.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { announce, jobOfEnvironment } from '../serve.js';
import { nestModule } from '../nest/nest-module.js';

const app = await NestFactory.create(nestModule(jobOfEnvironment()), { logger: ['error'] });
const server = (await app.listen(0, '127.0.0.1')) as import('node:http').Server;
server.keepAliveTimeout = 60_000;
announce((server.address() as import('node:net').AddressInfo).port);
