// An API over a database, the indexes that it is advised to have, and what the database makes of them.
import { adviseIndexes, createApi, type Api, type ApiOptions, type IndexAdvice } from '@decorest/core';
import type { DataSource } from 'typeorm';
import {
  openDatabase,
  speaksMysql,
  type DatabaseName,
  type Schema,
  type TestDatabase,
} from '../../support/test-database.js';
import { textOf } from '../../support/answer-text.js';

/** An index that the advice wants. */
export type MissingIndex = IndexAdvice & { readonly ddl: string };

export const quietLogger = { error: () => undefined, warn: () => undefined };

export class AdvisedApi {
  readonly database: TestDatabase;
  readonly api: Api;

  private constructor(database: TestDatabase, options: ApiOptions) {
    this.database = database;
    this.api = createApi(database.dataSource, { logger: quietLogger, ...options });
  }

  static async open(
    name: DatabaseName,
    { entities, tables }: Schema,
    options: ApiOptions = {},
  ): Promise<AdvisedApi> {
    return new AdvisedApi(await openDatabase(name, entities, [], tables), options);
  }

  get dataSource(): DataSource {
    return this.database.dataSource;
  }

  advise(): Promise<readonly IndexAdvice[]> {
    return adviseIndexes(this.api);
  }

  /** The advice that can be followed. */
  async missing(): Promise<readonly MissingIndex[]> {
    return (await this.advise()).filter((advice): advice is MissingIndex => advice.ddl !== null);
  }

  /** The columns of the missing indexes that serve a request. */
  async missingFor(request: string): Promise<readonly (readonly string[])[]> {
    const missing = await this.missing();
    return missing.filter(({ for: requests }) => requests.includes(request)).map(({ columns }) => columns);
  }

  /** Creates indexes as advised. */
  async follow(advice: readonly MissingIndex[]): Promise<void> {
    for (const { ddl } of advice) await this.dataSource.query(ddl);
  }

  /** The plans of the statements that a request runs, as one text. */
  async plansOf(request: string): Promise<string> {
    const asked = jest.spyOn(this.dataSource.logger, 'logQuery');
    const { status, body } = await this.api.handle({
      method: 'GET',
      path: request.replace(/\?.*/, ''),
      query: request.replace(/^[^?]*\??/, ''),
    });
    const calls = asked.mock.calls.map(
      ([text, parameters]) => [text, Array.isArray(parameters) ? parameters : []] as const,
    );
    asked.mockRestore();
    if (status !== 200) throw new Error(`${request} is a ${status}: ${textOf({ body })}`);
    const plans = await Promise.all(calls.map(([text, parameters]) => this.explain(text, parameters)));
    return plans.join('\n');
  }

  private async explain(text: string, parameters: unknown[]): Promise<string> {
    const { name } = this.database;
    if (name === 'sqlite' || name === 'sqlite3')
      return JSON.stringify(await this.dataSource.query(`EXPLAIN QUERY PLAN ${text}`, parameters));
    if (speaksMysql(name)) return JSON.stringify(await this.dataSource.query(`EXPLAIN ${text}`, parameters));
    // A table of a few thousand rows is read faster as a whole.
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off');
      return JSON.stringify(await manager.query(`EXPLAIN ${text}`, parameters));
    });
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
