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

/** A value as a body has it, and as the property holds it. */
interface Spelled {
  readonly kind: string;
  readonly sent: unknown;
  readonly held: unknown;
}

/** Whether class-validator accepts a value under the rule alone, on one of the forms that the value has for it. */
async function isAccepted(rule: RuleCase, spelled: Spelled): Promise<boolean> {
  if (!rule.applies(spelled.held)) return true;
  const answers = await Promise.all(formsOf(rule, spelled).map((form) => isFormAccepted(rule, form)));
  return /^IsNotIn|^NotEquals/.test(rule.name) ? answers.every(Boolean) : answers.some(Boolean);
}

async function isFormAccepted({ name, bare }: RuleCase, form: unknown): Promise<boolean> {
  const known = oracles.get(name) ?? class {};
  if (!oracles.has(name)) bare()(known.prototype as object, 'form');
  oracles.set(name, known);
  const instance = Object.assign(Object.create(known.prototype as object) as object, { form });
  try {
    return (await validate(instance, { forbidUnknownValues: false })).length === 0;
  } catch {
    // `@IsNumber` with a number of decimal places fails on numbers whose texts have an exponent and no point.
    return false;
  }
}

const oracles = new Map<string, Target>();

/** Rules of texts see the text in the body, rules of dates a Date, rules of numbers a number, all others the property. */
function formsOf({ of, name }: RuleCase, { kind, sent, held }: Spelled): readonly unknown[] {
  const isNumberText = kind === 'bigint' || kind === 'decimal';
  switch (of) {
    case 'texts':
      if (kind === 'json' || kind === 'array') return [held];
      if (kind === 'time' && name.startsWith('IsMilitaryTime')) return [String(sent).replace(/:00$/, '')];
      return [typeof sent === 'string' ? sent : JSON.stringify(sent)];
    case 'numbers':
      return [isNumberText ? Number(sent) : held];
    case 'dates':
      return [kind === 'date' ? new Date(String(sent)) : held];
    case 'named':
      if (isNumberText) return [sent, Number(sent)];
      return [typeof sent === 'string' ? sent : held];
    case 'others':
      return [held];
  }
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
    for (const rule of casesOn(database)) {
      const { name } = rule;
      const path = client.model.entities.find((entity) => entity.name === name)?.path ?? '';
      for (const [kind, { values, property = (sent: unknown) => sent }] of Object.entries(kinds)) {
        if (refused.has(`${name}.${kind}`)) continue;
        for (const sent of values) {
          const { status, body } = await create(`/${path}`, { [kind]: sent });
          const accepted = await isAccepted(rule, { kind, sent, held: property(sent as never) });
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
      for (const [kind, { values, property = (sent: unknown) => sent }] of Object.entries(kinds))
        for (const sent of refused.has(`${rule.name}.${kind}`) ? values : [])
          if (await isAccepted(rule, { kind, sent, held: property(sent as never) }))
            satisfied.push(`${rule.name}.${kind} ${JSON.stringify(sent)}`);
    }
    expect(satisfied).toEqual([]);
  });
});
