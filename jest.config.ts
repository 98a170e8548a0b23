/**
 * Projects: `unit` beside the sources, `features` against real databases, `sqlite` a part of them, `properties` with random
 * data, `abuse` with hostile requests, `faults`, `histories` of concurrent clients, `typeorm-03` on the other TypeORM,
 * `scaling`, `clusters` that lose their primaries, `proxies` before the application, `browser` in Chromium.
 *
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

/** Maps imports of our packages, and of their files, to the sources. */
const sources: Readonly<Record<string, string>> = {
  '^@decorest/(core|koa|openapi)$': '<rootDir>/packages/$1/src/index.ts',
  '^@decorest/koa/(.*)$': '<rootDir>/packages/koa/src/$1/index.ts',
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^(\\.{1,2}/(?:[a-z]+/)*(?:ajv|raw-body|sqlite-driver-path|loaded-version|class-transformer|package-folders))\\.cjs$':
    '$1.cts',
};

/** Sources are ES modules with `.js` import endings; tests run them as CommonJS straight from TypeScript. */
const shared: Project = {
  testEnvironment: '<rootDir>/test/support/watchful-environment.ts',
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts', '<rootDir>/test/support/recording.ts'],
  transform: {
    '^.+\\.c?[tj]s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: true,
            verbatimModuleSyntax: true,
          },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // Packages that ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!@redocly/)'],
  moduleNameMapper: sources,
  modulePathIgnorePatterns: ['/dist/'],
};

/** A project whose tests use all databases: PostgreSQL is started for them. `match` are globs below test/. */
function withDatabases(name: string, match: readonly string[], changes: Partial<Project> = {}): Project {
  return {
    ...shared,
    displayName: name,
    testMatch: match.map((glob) => `<rootDir>/test/${glob}.test.ts`),
    globalSetup: '<rootDir>/test/support/databases.ts',
    globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    ...changes,
  };
}

const config: Config = {
  // What test files leave in a worker adds up to its heap's limit over a whole run: such a worker is replaced.
  workerIdleMemoryLimit: '1500MB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/packages/*/src/**/*.test.ts'] },
    withDatabases('features', ['**/*'], {
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/(abuse|browser|clusters|faults|histories|properties|proxies|scaling)/',
      ],
    }),
    {
      ...shared,
      displayName: 'sqlite',
      // The part of the features that needs no server and no whole application: fast enough to run all day.
      testMatch: ['<rootDir>/test/{spec,features}/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/(postgres-[^/]*|other-column-types|pool-share|prepared-statements)\\.test\\.ts$',
      ],
      globals: { databasesOfProject: ['sqlite'] },
    },
    withDatabases('properties', ['properties/**/*']),
    withDatabases('abuse', ['abuse/**/*']),
    withDatabases('faults', ['faults/**/*']),
    withDatabases('histories', ['histories/**/*']),
    withDatabases(
      'typeorm-03',
      // The requirements on every driver, and the transactions that the single connection of sqlite3 could break.
      [
        'spec/**/*',
        'features/databases/same-answers',
        'features/edges/{concurrent-edge-writes,eager-loading,updating-edges}',
        'features/entities/{child-classes,column-kinds,column-options,embedded-columns,embedded-relations}',
        'features/entities/{key-of-several-columns,soft-delete,values}',
        'features/{filtering/{filtering,predicates},paging/pagination,sorting/sorting}',
        'features/koa/paths-and-ids',
        'features/openapi/document-and-page',
        'features/start/{default-limits,options,side-by-side}',
        'features/writing/{client-ids,clients-that-leave,creating,deleting,listeners,turns-of-writes,updating,writes-at-once}',
      ],
      {
        moduleNameMapper: { ...sources, '^typeorm$': 'typeorm-03' },
        globals: { databasesOfProject: ['sqlite3', 'sqlite', 'postgres'] },
      },
    ),
    { ...shared, displayName: 'scaling', testMatch: ['<rootDir>/test/scaling/**/*.test.ts'] },
    { ...shared, displayName: 'clusters', testMatch: ['<rootDir>/test/clusters/**/*.test.ts'] },
    { ...shared, displayName: 'proxies', testMatch: ['<rootDir>/test/proxies/**/*.test.ts'] },
    { ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
  ],
};

export default config;
