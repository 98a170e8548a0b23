// The API of an app's entities.
import 'reflect-metadata';
import { createApi, type Api } from '@decorest/core';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../entities/app-entities.js';
import type { Job } from '../serve.js';

export async function openApi(job: Job): Promise<Api> {
  const dataSource = await new DataSource(dataSourceOptions(job)).initialize();
  return createApi(dataSource, { naming: 'snake_case' });
}
