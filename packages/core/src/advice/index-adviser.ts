// Advises on indexes when asked, and once after the start where the option `advice` is 'log'.
import type { Executor } from '../execute/executor.js';
import type { EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { Route } from '../model/route-model.js';
import type { Logger } from '../options.js';
import type { Dialect } from '../sql/dialect.js';
import { quoteTable } from '../sql/table-sql.js';
import { runAfterStart } from './after-start.js';
import type { ReadCatalogue } from './catalogue.js';
import { compileAdvice, type IndexAdvice } from './index-advice.js';
import { deriveNeeds } from './index-need.js';
import { createRowReader } from './row-reader.js';

/** Compares what an API needs with the indexes that its database has now. */
type AdviseIndexes = () => Promise<readonly IndexAdvice[]>;

/** What advice is made from. */
interface AdviceSource {
  readonly entities: readonly EntityModel[];
  readonly routes: readonly Route[];
  readonly targetOf: TargetOf<EntityModel>;
  readonly dialect: Dialect;
  readonly executor: Executor;
  readonly readCatalogue: ReadCatalogue;
}

/** Returns the function that advises. Nothing is derived or read before it is called. */
export function createIndexAdviser(source: AdviceSource): AdviseIndexes {
  const { dialect, executor, readCatalogue } = source;
  const quotePath = (path: string) => quoteTable({ dialect }, path);
  return async () => {
    const needs = deriveNeeds(source);
    const paths = [...new Set(needs.map(({ table }) => table))];
    const tables = paths.map((path) => ({ path, quoted: quotePath(path) }));
    const catalogue = await readCatalogue(createRowReader(executor), tables, dialect.quote);
    return Object.freeze(compileAdvice(needs, catalogue, quotePath));
  };
}

/** Logs the indexes that are missing, after the start. */
export function logAdvice(advise: AdviseIndexes, logger: Logger): void {
  runAfterStart(() => writeAdvice(advise, logger));
}

async function writeAdvice(advise: AdviseIndexes, logger: Logger): Promise<void> {
  const advice = await advise().catch(async (error: unknown) => {
    await logger.warn({ error }, 'The indexes of the database cannot be read.');
    return [];
  });
  const missing = advice.filter(({ ddl }) => ddl !== null);
  if (missing.length > 0)
    await logger.warn({ advice: missing }, 'Indexes are missing: requests read or sort whole tables.');
}
