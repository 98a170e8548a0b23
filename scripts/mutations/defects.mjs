// Twenty-odd defects that a good test suite must notice, each as a replacement of a short text that must be there once,
// with the tests that are to notice it: a jest project, a file, and a part of the tests' names. `and` is a second
// replacement where one text alone does not make the defect.
const core = (path) => `packages/core/src/${path}`;

export const defects = [
  {
    defect: 'drop the tie-breaker of sorts',
    file: core('plan/default-sort.ts'),
    find: 'const upToId =',
    replace: 'if (terms.length > 0) return terms;\n  const upToId =',
    caughtBy: { project: 'features', path: 'test/features/sorting\\.', name: 'sqlite' },
  },
  {
    defect: 'believe a total that was counted before another process wrote',
    file: core('execute/total-cache.ts'),
    find: 'if (known?.state === state) return known.answer;',
    replace: 'if (known) return known.answer;',
    caughtBy: { project: 'sqlite', path: 'test/features/remembered-totals\\.', name: 'between' },
  },
  {
    defect: 'use save(): find, merge, save',
    file: core('rest-api.ts'),
    find: '      executePlan(\n',
    replace: '      executeAfter(\n        saved(dataSource, plan),\n',
    and: {
      find: '/** Takes a request down the stages.',
      replace: `async function saved(dataSource: DataSource, plan: any): Promise<void> {
  if (plan.kind !== 'update') return;
  const repository = dataSource.getRepository<any>(plan.entity.target);
  const row = await repository.findOneBy({ id: plan.id });
  plan.columns.forEach((term: any, at: number) => {
    if (row && term.of === 'field') row[term.field.property] = plan.values[at];
  });
  await new Promise((later) => setTimeout(later, 20));
  if (row) await repository.save(row);
  plan.columns.length = plan.values.length = 0;
}

async function executeAfter(first: Promise<void>, ...given: Parameters<typeof executePlan>) {
  await first;
  return executePlan(...given);
}

/** Takes a request down the stages.`,
    },
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-rows\\.', name: '152' },
  },
  {
    defect: 'forget the mutex of SQLite',
    file: core('execute/sqlite-executor.ts'),
    find: 'return turnstileOf(dataSource)(deadline, () => connected(write, deadline));',
    replace: 'return connected(write, deadline);',
    and: {
      find: 'if (database.inTransaction) return whenFree',
      replace: 'if (Math.random() > 1) return whenFree',
    },
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-listeners\\.', name: 'sqlite 160' },
  },
  {
    defect: 'skip the escaping of LIKE',
    file: core('sql/predicate-sql.ts'),
    find: ".replace(/[!%_]/g, '!$&')",
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/text\\.', name: '60, 61' },
  },
  {
    defect: 'skip the escaping of GLOB',
    file: core('sql/sqlite-dialect.ts'),
    find: ".replace(/[*?[]/g, '[$&]')",
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/text\\.', name: '60, 61' },
  },
  {
    defect: "drop the parent's lock",
    file: core('execute/required-rows.ts'),
    find: 'if (!isLocked) yield* lockRow(shapes, entity, id, purpose);',
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-edges\\.', name: '155' },
  },
  {
    defect: 'count in another snapshot than the page',
    file: core('execute/execute-plan.ts'),
    find: 'return readRows(executor, shapes.select(plan.shape), plan);',
    replace: `const program = shapes.select(plan.shape);
  const once = () => readRows(executor, program, plan);
  if (!program.isList) return once();
  return Promise.resolve(once()).then(async ({ total }) => {
    await new Promise((later) => setTimeout(later, 2));
    return { ...(await once()), total };
  });`,
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-rows\\.', name: '162' },
  },
  {
    defect: 'read the edges of a list outside of its transaction',
    file: core('execute/read-rows.ts'),
    find: 'after(executor.readSnapshot(first, further, program.scans), (answers) =>',
    replace: 'after(readApart(executor, first, further), (answers) =>',
    and: {
      find: '/** The rows of a program that is one statement.',
      replace: `async function readApart(executor: Executor, first: StatementCall, further: FurtherCalls) {
  const answer = await executor.read(first, []);
  const others = further(answer).map(async (call) => executor.read(call, []));
  return [answer, ...(await Promise.all(others))];
}

/** The rows of a program that is one statement.`,
    },
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: '' },
  },
  {
    defect: 'read one entity and its edges by two statements',
    file: core('execute/read-rows.ts'),
    find: 'return after(executor.read(first, program.scans), (answer) => {',
    replace: `return after(executor.read(first, program.scans), async (one) => {
    const other = await executor.read(first, program.scans);
    const answer = { ...one, rows: [...one.rows.slice(0, 1), ...other.rows.slice(1)] };`,
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: '' },
  },
  {
    defect: 'read a list of a SQLite file without a transaction',
    file: core('execute/sqlite-connection.ts'),
    find: 'this.#drive(this.#totals.state()) === state ? answers : undefined;',
    replace: 'state !== undefined ? answers : undefined;',
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: 'sqlite' },
  },
  {
    defect: 'let PostgreSQL take a snapshot for each statement of a list',
    file: core('execute/postgres-executor.ts'),
    find: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    replace: 'BEGIN READ ONLY',
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: 'postgres' },
  },
  {
    defect: 'let links come from the other side while an edge is set',
    file: core('sql/postgres-dialect.ts'),
    find: "forExclusion: ' FOR UPDATE'",
    replace: "forExclusion: ' FOR NO KEY UPDATE'",
    caughtBy: { project: 'histories', path: 'test/histories/histories\\.', name: 'postgres many' },
  },
  {
    defect: 'forget that links are added and removed from both sides',
    file: core('execute/required-rows.ts'),
    find: "if (mode === 'set') return true;",
    replace: "if (mode) return mode === 'set';",
    caughtBy: { project: 'histories', path: 'test/histories/histories\\.', name: 'postgres many' },
  },
  {
    defect: 'free the rows of an edge before its row is locked',
    file: core('execute/required-rows.ts'),
    find: 'edges.some((change) => freesEarlierRows(entity, change))',
    replace: 'edges.some(() => false)',
    caughtBy: { project: 'features', path: 'test/features/concurrent-edges\\.', name: 'postgres' },
  },
  {
    defect: 'forget the condition of soft deletes',
    file: core('sql/table-sql.ts'),
    find: '...(deletedAt === null ? []',
    replace: '...(true ? []',
    caughtBy: { project: 'features', path: 'test/features/typeorm-vocabulary\\.', name: 'soft delete' },
  },
  {
    defect: 'let hidden names answer differently',
    file: core('plan/query-plan.ts'),
    find: "if (repeatable === 'no') faults.add(unknown(name));",
    replace: `if (repeatable === 'no')
      faults.add(
        name.startsWith('password')
          ? { parameter: name, code: 'invalid', detail: 'This parameter cannot be used.' }
          : unknown(name),
      );`,
    caughtBy: { project: 'abuse', path: 'test/abuse/names\\.', name: '10\\.' },
  },
  {
    defect: 'show skipped fields',
    file: core('model/field-model.ts'),
    find: '.skip) return true;',
    replace: '.skip || !column.primary) return true;',
    caughtBy: { project: 'abuse', path: 'test/abuse/hidden-values\\.', name: '28|29' },
  },
  {
    defect: 'show the endpoints of skipped classes',
    file: core('model/resolve-model.ts'),
    find: 'scanned.filter((entity) => !entity.annotations.own.skip)',
    replace: 'scanned.filter(() => true)',
    caughtBy: { project: 'abuse', path: 'test/abuse/hidden-values\\.', name: '26' },
  },
  {
    defect: 'let client ids upsert',
    file: core('sql/insert-sql.ts'),
    find: 'const insert = `INSERT INTO',
    replace: "const insert = `INSERT ${context.dialect.numbered ? '' : 'OR REPLACE '}INTO",
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: 'sqlite 35' },
  },
  {
    defect: 'leave the sequence behind client ids',
    file: core('execute/write-script.ts'),
    find: '(plan.clientId || row.keyChosen)) yield*',
    replace: 'Math.random() > 1) yield*',
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: 'postgres 37' },
  },
  {
    defect: 'let client ids exhaust those to come',
    file: core('model/body-schema.ts'),
    find: 'Math.floor(Number(range.maximum) / 2)',
    replace: 'Number(range.maximum)',
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: '36' },
  },
  {
    defect: 'read ids as loosely as databases do',
    file: core('plan/parse-value.ts'),
    find: 'const integerText = /^(0|-?[1-9][0-9]*)$/;',
    replace: 'const integerText = /^\\s*[+-]?[0-9]/;',
    caughtBy: { project: 'abuse', path: 'test/abuse/numbers\\.', name: '57, 58' },
  },
  {
    defect: "steal another parent's child",
    file: core('execute/edge-script.ts'),
    find: 'if (ofOthers.length > 0) {',
    replace: 'if (ofOthers.length < 0) {',
    caughtBy: { project: 'features', path: 'test/features/updating-edges\\.', name: 'sqlite' },
  },
  {
    defect: 'commit what failed',
    file: core('execute/sqlite-executor.ts'),
    find: "prepare('ROLLBACK').run()",
    replace: "prepare('COMMIT').run()",
    caughtBy: { project: 'features', path: 'test/features/updating-edges\\.', name: 'sqlite' },
  },
  {
    defect: 'take a delete of nothing for a success',
    file: core('execute/write-script.ts'),
    find: "if (affected === 0) throw new ApiError('not_found');",
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/numbers\\.', name: '58\\. there is no pet' },
  },
  {
    defect: "take any client's request id",
    file: core('request/request-id.ts'),
    find: '/^[A-Za-z0-9_-]{1,64}$/.test(given)',
    replace: 'true',
    caughtBy: { project: 'abuse', path: 'test/abuse/protocol\\.', name: '127\\. the request id' },
  },
  {
    defect: "tell clients the driver's words",
    file: core('response/render-problem.ts'),
    find: 'detail: detail ?? problemTitles[code],',
    replace:
      'detail: error instanceof Error && error.cause instanceof Error ? error.cause.message : (detail ?? problemTitles[code]),',
    caughtBy: { project: 'features', path: 'test/features/problem-details\\.', name: 'sqlite' },
  },
  {
    defect: 'clamp pages instead of refusing them',
    file: core('plan/page-plan.ts'),
    find: 'if (perPage >= minItems && perPage <= maxItems) return perPage;',
    replace: 'if (perPage > maxItems) return maxItems;\n  if (perPage >= minItems) return perPage;',
    caughtBy: { project: 'abuse', path: 'test/abuse/numbers\\.', name: '49' },
  },
  {
    defect: 'test related rows one filter at a time',
    file: core('sql/filter-sql.ts'),
    find: '|| more.length > 0) others.push(term);',
    replace: '|| more.length >= 0) others.push(term);',
    caughtBy: { project: 'features', path: 'test/features/filtering\\.', name: 'sqlite' },
  },
  {
    defect: 'limit eager edges over all parents together',
    file: core('sql/child-sql.ts'),
    find: 'PARTITION BY ${key} ',
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/eager-loading\\.', name: 'postgres' },
  },
  {
    defect: 'unpack bodies without a bound',
    file: 'packages/koa/src/body-reader.ts',
    find: 'await getRawBody(source, { limit })',
    replace: 'await getRawBody(source)',
    caughtBy: { project: 'abuse', path: 'test/abuse/bodies\\.', name: '106' },
  },
  {
    defect: 'take unknown keys of bodies for nothing',
    file: core('model/body-schema.ts'),
    find: 'additionalProperties: !settings.strictMutate',
    replace: 'additionalProperties: true',
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: '31|32' },
  },
  {
    defect: 'look for every fault of a query',
    file: core('request/query-string.ts'),
    find: '=== mostFaults) break;',
    replace: '=== Infinity) break;',
    caughtBy: { project: 'sqlite', path: 'test/features/many-faults\\.', name: 'cannot be decoded' },
  },
  {
    defect: 'judge every value of a large body',
    file: core('plan/body-check.ts'),
    find: '(size > mostJudged ? first : every)(schema, judged)',
    replace: 'every(schema, judged)',
    caughtBy: { project: 'sqlite', path: 'test/features/many-faults\\.', name: 'more than 10,000 values' },
  },
  {
    defect: 'say 1 characters',
    file: core('vocabulary/quantity.ts'),
    find: 'Number(count) === 1 ? noun : plural',
    replace: 'plural',
    caughtBy: { project: 'sqlite', path: 'test/features/singular-and-plural\\.', name: '' },
  },
  {
    defect: 'write Link headers of any length',
    file: core('response/page-links.ts'),
    find: 'all.length <= mostBytes',
    replace: 'all.length > 0',
    caughtBy: { project: 'sqlite', path: 'test/features/link-header\\.', name: 'ids' },
  },
  {
    defect: 'write brackets and backslashes into links as they were sent',
    file: core('response/url-reference.ts'),
    find: 'const notInReference = /[^A-Za-z0-9',
    replace: 'const notInReference = /[^[\\]\\\\A-Za-z0-9',
    caughtBy: { project: 'sqlite', path: 'test/features/link-header\\.', name: 'letters of RFC 3986' },
  },
  {
    defect: 'make no room for statements to be prepared on PostgreSQL',
    file: core('execute/postgres-queries.ts'),
    find: 'makeRoom(prepared, unprepared.length);',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/prepared-statements\\.',
      name: 'postgres 686 shapes',
    },
  },
  {
    defect: 'keep statements prepared that failed',
    file: core('execute/postgres-queries.ts'),
    find: 'for (const name of [...forgotten, ...unprepared]) prepared.forgotten.add(name);',
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/prepared-statements\\.', name: 'that failed' },
  },
  {
    defect: 'take a row that its transaction lost for one that never was',
    file: core('execute/write-script.ts'),
    find: "throw shapes.hides(entity) ? new ApiError('forbidden') : absent();",
    replace: "throw shapes.hides(entity) ? new ApiError('forbidden') : new ApiError('not_found');",
    caughtBy: { project: 'features', path: 'test/features/lost-transaction\\.', name: 'never a 404' },
  },
  {
    defect: 'measure a table of SQLite by its largest row id alone',
    file: core('execute/table-sizes.ts'),
    find: ' - (SELECT min(rowid) ${from}) + 1 AS size',
    replace: ' AS size',
    caughtBy: { project: 'features', path: 'test/features/long-reads\\.', name: 'negative' },
  },
  {
    defect: 'give up other processes for good when one cannot be started',
    file: core('execute/sqlite-readers.ts'),
    find: 'if (this.#isProven) throw lost(cause);',
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/long-reads\\.', name: 'for the moment' },
  },
  {
    defect: 'keep every statement prepared on MariaDB',
    file: core('execute/mysql-queries.ts'),
    find: "if (reason === 'evict') connection",
    replace: "if (reason === 'delete') connection",
    caughtBy: {
      project: 'features',
      path: 'test/features/prepared-statements\\.',
      name: 'mariadb 686 shapes',
    },
  },
  {
    defect: 'let lists take the whole pool',
    file: core('execute/pool-share.ts'),
    find: 'return connections - Math.min(Math.ceil(connections / 4), connections - 1);',
    replace: 'return connections;',
    caughtBy: { project: 'features', path: 'test/features/pool-share\\.', name: 'postgres of a pool of 4' },
  },
  {
    defect: 'advise indexes that there are',
    file: core('model/index-advice.ts'),
    find: "join.kind !== 'own' && !join.indexed",
    replace: "join.kind !== 'own'",
    caughtBy: { project: 'sqlite', path: 'test/features/index-advice\\.', name: '' },
  },
  {
    defect: 'keep room for answers of clients that are gone',
    file: 'packages/koa/src/answer-room.ts',
    find: 'if (connection.aborted) return true;',
    replace: '',
    caughtBy: { project: 'unit', path: 'answer-room\\.', name: 'go away' },
  },
  {
    defect: 'let large answers pile up',
    file: 'packages/koa/src/answer-room.ts',
    find: 'pending + size > maxPending) return false;',
    replace: 'pending + size > Infinity) return false;',
    caughtBy: { project: 'unit', path: 'answer-room\\.', name: 'ninth' },
  },
  {
    defect: 'ask for the id of rows that have none',
    file: core('sql/shape-sql.ts'),
    find: "  if (join.kind === 'foreign') return `${columnOf(context, root, join.column)} = ${id()}${guard()}`;",
    replace:
      "  idOf(context, root, subject);\n  if (join.kind === 'foreign') return `${columnOf(context, root, join.column)} = ${id()}${guard()}`;",
    caughtBy: { project: 'sqlite', path: 'test/features/composite-keys\\.', name: 'rows are found' },
  },
  {
    defect: 'say null twice of a schema that says it already',
    file: core('model/null-schema.ts'),
    find: "filter((type) => type !== 'null');",
    replace: 'map((type) => type);',
    caughtBy: { project: 'features', path: 'test/features/json-columns\\.', name: 'sqlite null is no value' },
  },
  {
    defect: 'take null for any JSON value, in columns that take no NULL too',
    file: core('model/null-schema.ts'),
    find: 'type: typesButNull }',
    replace: '}',
    caughtBy: { project: 'features', path: 'test/features/json-columns\\.', name: 'sqlite null is no value' },
  },
  {
    defect: 'store NULL where the null of JSON is meant',
    file: core('model/column-storage.ts'),
    find: "(value === null ? 'null' : codec.encode(value))",
    replace: 'codec.encode(value)',
    caughtBy: { project: 'features', path: 'test/features/json-columns\\.', name: 'sqlite where its schema' },
  },
  {
    defect: 'promise that notIn takes an empty text',
    file: 'packages/openapi/src/filter-value.ts',
    find: 'const items = targets.some',
    replace: "const items = test === 'in' && targets.some",
    caughtBy: { project: 'unit', path: 'openapi/src/filter-parameter\\.', name: 'notIn' },
  },
  {
    defect: 'publish filters of a group that every value breaks',
    file: core('model/filter-group-model.ts'),
    find: "predicates[test].arity === 'flag' ||",
    replace: 'Boolean(test) ||',
    caughtBy: { project: 'features', path: 'test/features/filter-groups\\.', name: 'sqlite' },
  },
  {
    defect: 'give a decimal without whole digits one',
    file: core('model/field-schema.ts'),
    find: "whole === 0 ? '0' :",
    replace: "whole === 0 ? '[0-9]' :",
    caughtBy: { project: 'properties', path: 'test/properties/decimals\\.', name: 'sqlite d4_4: 1' },
  },
  {
    defect: 'print the digits that a double adds to a decimal',
    file: core('sql/value-text.ts'),
    find: 'if (fraction.length > scale) return',
    replace: 'if (fraction.length > -1) return',
    caughtBy: { project: 'properties', path: 'test/properties/decimals\\.', name: 'sqlite what fits' },
  },
  {
    defect: 'round the numbers of JSON in bodies',
    file: core('request/parsed-request.ts'),
    find: 'jsonPlaces(route.entity))',
    replace: '[])',
    caughtBy: { project: 'features', path: 'test/features/json-columns\\.', name: 'sqlite numbers' },
  },
  {
    defect: 'round the numbers of stored JSON',
    file: core('request/exact-number.ts'),
    find: 'if (numbers.length === 0) return JSON',
    replace: 'if (numbers.length >= 0) return JSON',
    caughtBy: { project: 'features', path: 'test/features/json-columns\\.', name: 'sqlite what others' },
  },
  {
    defect: 'take what every object has for keys of a body',
    file: core('model/schema-validator.ts'),
    find: 'ownProperties: true',
    replace: 'ownProperties: false',
    caughtBy: { project: 'features', path: 'test/features/prototype-names\\.', name: 'sqlite' },
  },
  {
    defect: 'count values of queries in UTF-16',
    file: core('plan/query-plan.ts'),
    find: 'if (text.length <= most) return false;',
    replace: 'if (text.length > most) return true;',
    caughtBy: { project: 'features', path: 'test/features/text-length\\.', name: 'sqlite' },
  },
  {
    defect: 'join two sets that must both hold on PostgreSQL',
    file: core('sql/filter-sql.ts'),
    find: "junction === 'and' && passes.length > 1",
    replace: 'false',
    caughtBy: {
      project: 'properties',
      path: 'test/properties/linear-plans\\.',
      name: 'statistics that are wrong',
    },
  },
  {
    defect: 'compare floats with the integers that JSON spells',
    file: core('sql/sqlite-dialect.ts'),
    find: "kind === 'float' ? 'CAST(value AS REAL)' : 'value'",
    replace: "kind === 'float' ? 'value' : 'value'",
    caughtBy: { project: 'features', path: 'test/features/float-lists\\.', name: 'sqlite' },
  },
  {
    defect: 'compile what reads a new row back when its write has begun',
    file: core('execute/execute-plan.ts'),
    find: "case 'create': {\n      const readBack = readBackOf(shapes, plan);",
    replace: "case 'create': {",
    and: {
      find: 'createRow(shapes, hooks, plan, readBack)',
      replace: 'createRow(shapes, hooks, plan, readBackOf(shapes, plan))',
    },
    caughtBy: { project: 'features', path: 'test/features/read-back\\.', name: 'sqlite POST' },
  },
  {
    defect: 'compile what reads a changed row back when its write has begun',
    file: core('execute/execute-plan.ts'),
    find: 'const readBack = readBackOf(shapes, plan);\n      return after(\n        updateTogether(executor, shapes, plan, readBack),',
    replace: 'return after(\n        null,',
    and: {
      find: 'updateRow(shapes, hooks, plan, readBack)',
      replace: 'updateRow(shapes, hooks, plan, readBackOf(shapes, plan))',
    },
    caughtBy: { project: 'features', path: 'test/features/read-back\\.', name: 'sqlite PATCH' },
  },
];
