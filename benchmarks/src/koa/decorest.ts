// decorest's API of the petstore, and a Koa application on a port.
import { createServer, type RequestListener } from 'node:http';
import { type Api, createApi } from '@decorest/core';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import { type Job, serve } from '../serve.js';

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
