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
    file: core('execute/remembered-totals.ts'),
    find: 'if (this.#state() === before) return {',
    replace: 'return {',
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
    find: 'turnstileOf(dataSource)(() =>',
    replace: '(<T,>(work: () => T) => work())(() =>',
    and: {
      find: 'if (database.inTransaction) return whenFree',
      replace: 'if (Math.random() > 1) return whenFree',
    },
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-listeners\\.', name: 'sqlite 160' },
  },
  {
    defect: 'skip the escaping of LIKE',
    file: core('sql/dialect.ts'),
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
    file: core('execute/write-script.ts'),
    find: `if (references.length > 0 || entity.followed.update || shapes.hides(entity))
    yield* lockRow(shapes, entity, id);`,
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-edges\\.', name: '155' },
  },
  {
    defect: 'count in another snapshot than the page',
    file: core('execute/execute-plan.ts'),
    find: 'return printedBy(program, selected);',
    replace: `if (!program.isList) return printedBy(program, selected);
  return Promise.resolve(selected).then(async (counted) => {
    const total = counted.count === 0 ? 0 : program.printer.total(counted.rows);
    await new Promise((later) => setTimeout(later, 2));
    const content = await executor.read(() => selectRows(program, values));
    return { program: { ...program, printer: { ...program.printer, total: () => total } }, ...content };
  });`,
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-rows\\.', name: '162' },
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
];
