// Checks the data source and the global options before anything is resolved from them.
import type { DataSource } from 'typeorm';
import type { Settings } from '../options.js';
import type { SchemaProblems } from './schema-problems.js';

const supportedDatabases: ReadonlySet<string> = new Set(['better-sqlite3', 'postgres']);

/** Reports an uninitialised data source, an untested database, and options out of their range. */
export function checkOptions(dataSource: DataSource, settings: Settings, problems: SchemaProblems): void {
  const report = (member: string, problem: string, remedy: string) => {
    problems.add({ entity: 'options', member, problem, remedy });
  };
  if (!dataSource.isInitialized) {
    report(
      'dataSource',
      'the data source is not initialised.',
      'Await dataSource.initialize() before createApi().',
    );
  }
  if (!supportedDatabases.has(dataSource.options.type)) {
    report(
      'dataSource',
      `databases of type ${dataSource.options.type} are not tested.`,
      `Use ${[...supportedDatabases].join(' or ')}.`,
    );
  }
  if (settings.defaultOperations.length === 0) {
    report(
      'defaultOperations',
      'an empty list leaves no operation.',
      'Name at least one operation, or leave the option out.',
    );
  }
  for (const name of ['eagerLoadLimit', 'unpagedLimit'] as const) {
    if (!isLimit(settings[name]))
      report(
        name,
        `${String(settings[name])} is not a limit.`,
        'Use a whole number from 1, or -1 for no limit.',
      );
  }
  for (const [name, cap] of Object.entries(settings.limits)) {
    if (!isCap(cap)) report(`limits.${name}`, `${String(cap)} is not a cap.`, 'Use a whole number from 1.');
  }
}

function isLimit(value: number): boolean {
  return value === -1 || isCap(value);
}

function isCap(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
