// docs/guide/rules.md: what becomes of each rule of class-validator on each kind of column, as the model has it. With
// UPDATE_ANSWERS=1 the table is rewritten.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, type FieldModel } from '@decorest/core';
import * as validators from 'class-validator';
import * as markdown from 'prettier/plugins/markdown';
import { format } from 'prettier/standalone';
import { plainRules, type RuleCase } from '../properties/rule-cases.js';
import { kinds, refusedDeclarations, ruleClass } from '../properties/rule-declarations.js';
import { repository } from '../support/markdown-table.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';

const printWidth = 120;
const file = join(repository, 'docs/guide/rules.md');
const heading = '| Rule ';
/** The most rules in one cell. */
const most = 8;

/** How a case is written, where its arguments matter; a case of the same decorator that is not here is left out. */
const written: Readonly<Record<string, string>> = {
  ContainsPoint: 'Contains',
  EqualsText: "Equals('ab')",
  EqualsNumber: 'Equals(3)',
  EqualsTrue: 'Equals(true)',
  IsAlphaGerman: "IsAlpha('de-DE')",
  IsDivisibleBy3: 'IsDivisibleBy(3)',
  IsDivisibleByHalf: 'IsDivisibleBy(2.5)',
  IsInTexts: "IsIn(['ab'])",
  IsInNumbers: 'IsIn([3])',
  IsInMixed: "IsIn(['ab', 3])",
  IsInstanceDate: 'IsInstance(Date)',
  IsIP4: 'IsIP(4)',
  IsNotInTexts: "IsNotIn(['ab'])",
  IsNotInNumbers: 'IsNotIn([3])',
  IsNumberOfPlaces: 'IsNumber({ maxDecimalPlaces: 1 })',
  IsUUID4: 'IsUUID(4)',
  MatchesTwoCharacters: 'Matches(/…/u)',
  MatchesAnyCase: 'Matches(/…/i)',
  Max3: 'Max',
  Min3: 'Min',
  NotEqualsText: "NotEquals('ab')",
  NotEqualsNull: 'NotEquals(null)',
  Custom: 'ValidateBy',
};

const rows = plainRules.filter(({ name }) => name in written || name in validators);

let database: TestDatabase | undefined;
afterEach(() => database?.close());

test('the table of rules and kinds is as the model has it', async () => {
  const page = readFileSync(file, 'utf8');
  const [before = '', table = ''] = page.split(new RegExp(`(?=^\\${heading})`, 'm'));
  const made = await format(await renderTable(), {
    parser: 'markdown',
    plugins: [markdown],
    printWidth,
    proseWrap: 'always',
  });
  if (process.env.UPDATE_ANSWERS) writeFileSync(file, before + made);
  else expect(table).toBe(made);
});

async function renderTable(): Promise<string> {
  const bare: Pick<RuleCase, 'name' | 'rule'> = { name: 'Bare', rule: () => () => undefined };
  const refused = await refusedDeclarations('sqlite', rows);
  const targets = [bare, ...rows].map((rule) =>
    ruleClass(rule, 'sqlite', (kind) => refused.has(`${rule.name}.${kind}`)),
  );
  database = await openDatabase('sqlite', targets);
  const { entities } = createApi(database.dataSource, {}).model;
  const fieldOf = (entity: string, kind: string) =>
    entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === kind);
  const cellsOf = (entity: string) =>
    Object.keys(kinds).map((kind) => cellOf(fieldOf(entity, kind), fieldOf('Bare', kind)));
  const byCells = new Map<string, string[]>();
  for (const { name } of rows) {
    const cells = cellsOf(name).join(' | ');
    byCells.set(cells, [...(byCells.get(cells) ?? []), `\`@${written[name] ?? name}\``]);
  }
  // Too many for a cell: most rules are of texts, and class-validator itself checks them.
  const ofTexts = [...byCells.values()].filter((names) => names.length > most);
  expect(ofTexts).toHaveLength(2);
  const titleOf = (names: readonly string[]) =>
    names.includes('`@IsEmail`') ? 'rules of texts' : 'rules of texts of digits';
  const lines = [...byCells].map(
    ([cells, names]) => `| ${names.length > most ? titleOf(names) : names.join(', ')} | ${cells} |`,
  );
  const head = Object.keys(kinds);
  const table = [
    `${heading}| ${head.join(' | ')} |`,
    `| --- |${head.map(() => ' --- |').join('')}`,
    ...lines,
  ];
  const lists = ofTexts.map((names) => `${titleOf(names).replace('rules', 'Rules')}: ${names.join(', ')}.\n`);
  return `${table.join('\n')}\n\n${lists.join('\n')}`;
}

function cellOf(field: FieldModel | undefined, bare: FieldModel | undefined): string {
  if (!field) return '–';
  if (field.rules.checked === 'always') return 'check';
  return JSON.stringify(field.schema) === JSON.stringify(bare?.schema) ? 'all' : 'schema';
}
