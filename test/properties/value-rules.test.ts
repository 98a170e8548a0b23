// P14: what class-validator says of a property is what the API accepts, for each of its decorators and each kind of
// column; or the declaration is refused at the start.
import { validate } from 'class-validator';
import { DirectClient } from '../support/direct-client.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../support/test-database.js';
import { ruleCases, type RuleCase } from './rule-cases.js';
import { kinds, refusedDeclarations, ruleClass, type Target } from './rule-declarations.js';
import { textOf } from '../support/answer-text.js';

const numericRules = new Set(['min', 'max', 'isPositive', 'isNegative', 'isDivisibleBy']);

/** Whether class-validator accepts the value of the property; numbers as text as the numbers that they are. */
async function isAccepted(target: Target, kind: string, value: unknown): Promise<boolean> {
  const instance = Object.assign(Object.create(target.prototype as object) as object, { [kind]: value });
  const check = { skipUndefinedProperties: true, forbidUnknownValues: false };
  // `@IsNumber` with a number of decimal places fails on numbers whose texts have an exponent and no point.
  const failed = [{ property: kind, constraints: { isNumber: '' } }];
  const errors = await Promise.resolve()
    .then(() => validate(instance, check))
    .catch(() => failed);
  const broken = errors.find(({ property }) => property === kind);
  const names = Object.keys(broken?.constraints ?? {});
  if (kind !== 'bigint' && kind !== 'decimal') return names.length === 0;
  if (names.some((name) => !numericRules.has(name))) return false;
  if (names.length === 0) return true;
  const asNumber = Object.assign(Object.create(target.prototype as object) as object, {
    [kind]: Number(value),
  });
  return !(await validate(asNumber, check)).some(({ property }) => property === kind);
}

/** SQLite sees every case; the others, on which the same code runs, every seventh. */
function casesOn(database: DatabaseName): readonly RuleCase[] {
  return ruleCases.filter((_, at) => database === 'sqlite' || at % 7 === 0);
}

describe.each(databaseNames)('%s', (database) => {
  const targets = new Map<string, Target>();
  let opened: TestDatabase;
  let client: DirectClient;
  let refused: Set<string>;

  beforeAll(async () => {
    const cases = casesOn(database);
    refused = await refusedDeclarations(database, cases);
    for (const rule of cases)
      targets.set(
        rule.name,
        ruleClass(rule, database, (kind) => refused.has(`${rule.name}.${kind}`)),
      );
    opened = await openDatabase(database, [...targets.values()]);
    client = DirectClient.of(opened.dataSource, {});
  });
  afterAll(() => opened.close());

  const create = (path: string, body: object) =>
    client.api.handle({
      method: 'POST',
      path,
      query: '',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });

  test('values are accepted as class-validator accepts them', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const [name, target] of targets) {
      const path = client.model.entities.find((entity) => entity.name === name)?.path ?? '';
      for (const [kind, { values, property = (sent: unknown) => sent }] of Object.entries(kinds)) {
        if (refused.has(`${name}.${kind}`)) continue;
        for (const sent of values) {
          const { status, body } = await create(`/${path}`, { [kind]: sent });
          const accepted = await isAccepted(target, kind, property(sent as never));
          count++;
          // The lengths that a schema bounds count variation selectors: docs/decisions/0018-rules-of-class-validator.md.
          if (
            accepted &&
            status === 400 &&
            /MaxLength|^Length/.test(name) &&
            /[\uFE0E\uFE0F]/.test(String(sent))
          )
            continue;
          if (status !== (accepted ? 201 : 400))
            wrong.push(
              `${name}.${kind} ${JSON.stringify(sent)}: ${status}, not ${accepted ? 201 : 400} ${textOf({ body })}`,
            );
        }
      }
    }
    process.stdout.write(`${database}: ${targets.size} rules, ${count} values\n`);
    expect(wrong).toEqual([]);
  });

  test('the examples that the document offers are accepted', async () => {
    const refusals: string[] = [];
    let members = 0;
    for (const { path } of client.model.entities) {
      const { requestBody } = client.document.paths?.[`/${path}`]?.post ?? {};
      const content = requestBody && 'content' in requestBody ? requestBody.content : {};
      const example = content['application/json']?.example as object | undefined;
      const { status, body } = await create(`/${path}`, example ?? {});
      if (status !== 201) refusals.push(`${path} ${JSON.stringify(example)}: ${textOf({ body })}`);
      members += Object.keys(example ?? {}).length;
    }
    expect(refusals).toEqual([]);
    expect(members).toBeGreaterThan(client.model.entities.length);
  });

  test('a declaration is refused only where no value satisfies it', async () => {
    const satisfied: string[] = [];
    for (const rule of casesOn(database)) {
      const target = ruleClass({ ...rule, name: `Whole${rule.name}` }, database, () => false);
      for (const [kind, { values, property = (sent: unknown) => sent }] of Object.entries(kinds))
        for (const sent of refused.has(`${rule.name}.${kind}`) ? values : [])
          if (await isAccepted(target, kind, property(sent as never)))
            satisfied.push(`${rule.name}.${kind} ${JSON.stringify(sent)}`);
    }
    expect(satisfied).toEqual([]);
  });
});
