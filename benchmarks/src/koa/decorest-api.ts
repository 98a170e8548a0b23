// The API of an app's entities, and how a Koa is served.
import 'reflect-metadata';
import { createServer, type RequestListener } from 'node:http';
import { createApi, type Api } from '@decorest/core';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import { serve, type Job } from '../serve.js';

export async function openApi(job: Job): Promise<Api> {
  const dataSource = await new DataSource(dataSourceOptions(job)).initialize();
  return createApi(dataSource, { naming: 'snake_case' });
}

export function serveKoa(app: { callback(): RequestListener }): void {
  const answerRequest = app.callback();
  serve(
    createServer((request, response) => {
      answerRequest(request, response);
    }),
  );
}
