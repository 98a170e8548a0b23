// What stands between the API and its clients: proxies, caches, row-level security, warnings at the start.
import { core } from './core.mjs';

export const aroundDefects = [
  {
    defect: 'keep the settings of a request on its connection',
    file: core('database/postgres/postgres-session.ts'),
    find: ', true)`);',
    replace: ', false)`);',
    caughtBy: {
      project: 'features',
      path: 'test/features/policies/postgres-row-security\\.',
      name: 'the connection is as it was',
    },
  },
  {
    defect: 'read without the settings of the request',
    file: core('database/postgres/postgres-executor.ts'),
    find: 'readOne(openWith(run, this.#opening), use, call)',
    replace: 'readOne(run, use, call)',
    caughtBy: {
      project: 'features',
      path: 'test/features/policies/postgres-row-security\\.',
      name: 'reads, lists',
    },
  },
  {
    defect: 'let hooks run before the settings of their request',
    file: core('database/postgres/postgres-session.ts'),
    find: '  if (opening) yield opening;\n  return yield* script;',
    replace: '  const result = yield* script;\n  if (opening) yield opening;\n  return result;',
    caughtBy: {
      project: 'features',
      path: 'test/features/policies/postgres-row-security\\.',
      name: 'hooks and listeners',
    },
  },
  {
    defect: 'believe any prefix that a proxy is said to have stripped',
    file: 'packages/koa/src/router/public-base.ts',
    find: 'paths.every((path) => forwardedPattern.test(path))',
    replace: 'paths.length > 0',
    caughtBy: { project: 'unit', path: 'packages/koa/src/router/public-base\\.', name: 'is ignored' },
  },
  {
    defect: 'believe proxies that nobody trusts',
    file: 'packages/koa/src/router/public-base.ts',
    find: 'trustForwardedPrefix ? resolveForwardedBase : resolveOwnBase',
    replace: 'resolveForwardedBase',
    caughtBy: {
      project: 'unit',
      path: 'packages/koa/src/router/public-base\\.',
      name: 'whatever a client says',
    },
  },
  {
    defect: 'let browsers keep what policies decide',
    file: core('model/resolve/caching-model.ts'),
    find: 'dependsOnClient && !hasTag ? unkept : revalidated',
    replace: 'revalidated',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/conditions/caching\\.',
      name: 'where a policy decides',
    },
  },
  {
    defect: 'let caches keep errors',
    file: core('response/render-problem.ts'),
    find: "      'cache-control': 'no-store',\n",
    replace: '',
    caughtBy: { project: 'sqlite', path: 'test/features/conditions/caching\\.', name: 'is kept nowhere' },
  },
  {
    defect: 'forget the Vary of earlier middleware',
    file: 'packages/koa/src/router/koa-request.ts',
    find: "if (name === 'vary' && res.hasHeader(name)) ctx.vary(value);\n    else if",
    replace: 'if',
    caughtBy: { project: 'sqlite', path: 'test/features/conditions/caching\\.', name: 'stands beside it' },
  },
  {
    defect: 'take the first of repeated lists',
    file: core('plan/query-parameters.ts'),
    find: 'return `${earlier},${given}`;',
    replace: 'return given === earlier ? given : earlier;',
    caughtBy: { project: 'sqlite', path: 'test/features/koa/repeated-lists\\.', name: '/works' },
  },
  {
    defect: 'take any name with a token in it for a secret',
    file: core('model/check/secret-check.ts'),
    find: "if (secretWords.has(last) || name === 'hash') return true;",
    replace: "if (words.some((word) => secretWords.has(word)) || name === 'hash') return true;",
    caughtBy: { project: 'sqlite', path: 'test/features/start/open-declarations\\.', name: 'does not' },
  },
  {
    defect: 'warn of classes whose operations are chosen',
    file: core('model/check/open-check.ts'),
    find: '!chosen.has(name)',
    replace: 'name !== null',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/start/open-declarations\\.',
      name: 'classes that every client',
    },
  },
  {
    defect: 'compare the zones of driver and server with nothing',
    file: core('advice/clock-warnings.ts'),
    find: 'const zones = offset - getDriverOffset();',
    replace: 'const zones = getDriverOffset() - getDriverOffset();',
    caughtBy: {
      project: 'features',
      path: 'test/features/start/clock-warnings\\.',
      name: 'zones that differ',
    },
  },
];
