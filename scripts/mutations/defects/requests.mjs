// What requests may say: bodies, ids, headers, links.
import { core } from './core.mjs';

export const requestsDefects = [
  {
    defect: 'read ids as loosely as databases do',
    file: core('plan/parse-value.ts'),
    find: 'const integerText = /^(0|-?[1-9][0-9]*)$/;',
    replace: 'const integerText = /^\\s*[+-]?[0-9]/;',
    caughtBy: { project: 'abuse', path: 'test/abuse/numbers\\.', name: '57, 58' },
  },
  {
    defect: "take any client's request id",
    file: core('request/api-request.ts'),
    find: '/^[A-Za-z0-9_-]{1,64}$/.test(given)',
    replace: 'true',
    caughtBy: { project: 'abuse', path: 'test/abuse/protocol\\.', name: '127\\. the request id' },
  },
  {
    defect: 'unpack bodies without a bound',
    file: 'packages/koa/src/router/body-reader.ts',
    find: 'await getRawBody(source, { limit })',
    replace: 'await getRawBody(source)',
    caughtBy: { project: 'abuse', path: 'test/abuse/bodies\\.', name: '106' },
  },
  {
    defect: 'take unknown keys of bodies for nothing',
    file: core('model/resolve/body-schema.ts'),
    find: 'additionalProperties: !settings.strictMutate',
    replace: 'additionalProperties: true',
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: '31|32' },
  },
  {
    defect: 'write brackets and backslashes into links as they were sent',
    file: core('response/url-reference.ts'),
    find: 'const notInReference = /[^A-Za-z0-9',
    replace: 'const notInReference = /[^[\\]\\\\A-Za-z0-9',
    caughtBy: { project: 'sqlite', path: 'test/features/paging/link-header\\.', name: 'letters of RFC 3986' },
  },
  {
    defect: 'take what every object has for keys of a body',
    file: core('model/schema-validator.ts'),
    find: 'ownProperties: true',
    replace: 'ownProperties: false',
    caughtBy: { project: 'features', path: 'test/features/entities/prototype-names\\.', name: 'sqlite' },
  },
  {
    defect: 'count values of queries in UTF-16',
    file: core('plan/query-parameters.ts'),
    find: 'if (text.length <= max) return false;',
    replace: 'if (text.length > max) return true;',
    caughtBy: { project: 'features', path: 'test/features/entities/text-length\\.', name: 'sqlite' },
  },
];
