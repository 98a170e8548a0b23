/**
 * Projects: `unit` beside the sources, `features` against real databases, `sqlite` a part of them, `properties` with random
 * data, `abuse` with hostile requests, `faults`, `histories` of concurrent clients, `typeorm-03` on the other TypeORM,
 * `scaling`, `browser` in Chromium.
 *
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

/** Imports of our packages, and of their files, lead to the sources. */
const sources: Readonly<Record<string, string>> = {
  '^@decorest/(core|koa|openapi)$': '<rootDir>/packages/$1/src/index.ts',
  '^@decorest/koa/(.*)$': '<rootDir>/packages/koa/src/$1/index.ts',
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^(\\.{1,2}/(?:[a-z]+/)?(?:ajv|raw-body|sqlite-driver-path|class-transformer|swagger-ui-folder))\\.cjs$':
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

const config: Config = {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/packages/*/src/**/*.test.ts'] },
    {
      ...shared,
      displayName: 'features',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/(abuse|browser|faults|histories|properties|scaling)/',
      ],
      globalSetup: '<rootDir>/test/support/databases.ts',
      globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    },
    {
      ...shared,
      displayName: 'sqlite',
      // Of the features what a developer runs all day: on the database that needs no server, without whole applications.
      testMatch: ['<rootDir>/test/{spec,features}/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/(postgres-[^/]*|other-column-types|pool-share|prepared-statements)\\.test\\.ts$',
      ],
      globals: { databasesOfProject: ['sqlite'] },
    },
    {
      ...shared,
      displayName: 'properties',
      testMatch: ['<rootDir>/test/properties/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/databases.ts',
      globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    },
    {
      ...shared,
      displayName: 'abuse',
      testMatch: ['<rootDir>/test/abuse/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/databases.ts',
      globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    },
    {
      ...shared,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/databases.ts',
      globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    },
    {
      ...shared,
      displayName: 'histories',
      testMatch: ['<rootDir>/test/histories/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/databases.ts',
      globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    },
    {
      ...shared,
      displayName: 'typeorm-03',
      // What every driver must do, and what transactions on the one connection of sqlite3 may get wrong.
      testMatch: [
        '<rootDir>/test/spec/**/*.test.ts',
        '<rootDir>/test/features/databases/same-answers.test.ts',
        '<rootDir>/test/features/edges/{concurrent-edge-writes,eager-loading,updating-edges}.test.ts',
        '<rootDir>/test/features/entities/{child-classes,column-kinds,column-options,embedded-columns}.test.ts',
        '<rootDir>/test/features/entities/{key-of-several-columns,soft-delete,values}.test.ts',
        '<rootDir>/test/features/{filtering/{filtering,predicates},paging/pagination,sorting/sorting}.test.ts',
        '<rootDir>/test/features/koa/paths-and-ids.test.ts',
        '<rootDir>/test/features/openapi/document-and-page.test.ts',
        '<rootDir>/test/features/start/{default-limits,options,side-by-side}.test.ts',
        '<rootDir>/test/features/writing/{client-ids,creating,deleting,listeners,updating}.test.ts',
      ],
      moduleNameMapper: { ...sources, '^typeorm$': 'typeorm-03' },
      globals: { databasesOfProject: ['sqlite3', 'sqlite', 'postgres'] },
      globalSetup: '<rootDir>/test/support/databases.ts',
      globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
    },
    { ...shared, displayName: 'scaling', testMatch: ['<rootDir>/test/scaling/**/*.test.ts'] },
    { ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
  ],
};

export default config;
