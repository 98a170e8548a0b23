// The conditions of filters, in each dialect.
import {
  compiledClinic,
  dialectNames,
  type Compiled,
  type DialectName,
} from '../../../../test/support/compiled-sql.js';

const clinics = new Map<DialectName, Compiled>();

beforeAll(async () => {
  for (const name of dialectNames) clinics.set(name, await compiledClinic(name));
});

/** The condition of a list, in each dialect. */
async function conditions(target: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, clinic] of clinics) {
    const [, condition = ''] =
      / WHERE (.*?)(?: OFFSET 0\) t)? ORDER BY t\./.exec(await clinic.clauses(target)) ?? [];
    found[name] = condition;
  }
  return found;
}

const bytes = 'CAST(CONVERT(t.`name` USING utf8mb4) AS BINARY)';
const folded = (text: string) =>
  `CAST(LOWER(CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_unicode_520_ci) AS BINARY)`;
const passed = (value: string) => `CAST(CONVERT(${value} USING utf8mb4) AS BINARY)`;

test.each<[string, string, string, string]>([
  ['name.eq=a', 't."name" = ?', 't."name" = $1', `(t.\`name\` = ? AND ${bytes} = ?)`],
  ['name.neq=a', 't."name" <> ?', 't."name" <> $1', `${bytes} <> ?`],
  [
    'name.in=a&name.in=b&name.in=c',
    't."name" IN (SELECT value FROM json_each(?))',
    't."name" = ANY($1)',
    `(t.\`name\` IN (?, ?, ?, ?) AND ${bytes} IN (?, ?, ?, ?))`,
  ],
  [
    'name.notIn=a',
    't."name" NOT IN (SELECT value FROM json_each(?))',
    't."name" <> ALL($1)',
    `${bytes} NOT IN (?)`,
  ],
  ['name.gte=a', 't."name" >= ?', 't."name" >= $1', 't.`name` >= ?'],
  [
    'name.ieq=a',
    't."name" = ? COLLATE NOCASE',
    'lower(t."name") = lower($1)',
    `${folded('t.`name`')} = ${folded('?')}`,
  ],
  [
    'name.has=a',
    'instr(t."name", ?) > 0',
    `(t."name" LIKE $1 ESCAPE '!' AND (CAST($2 AS boolean) OR position(CAST($3 AS text) IN t."name") > 0))`,
    `${bytes} LIKE ? ESCAPE '!'`,
  ],
  [
    'name.ihas=a',
    `coalesce(t."name" LIKE (? || ''), instr(lower(t."name"), lower(?)) > 0)`,
    `(position((SELECT lower(CAST($1 AS text))) IN lower(t."name")) > 0 AND t."name" ILIKE $2 ESCAPE '!')`,
    `${folded('t.`name`')} LIKE ${folded('?')} ESCAPE '!'`,
  ],
  [
    'name.prefix=a',
    't."name" GLOB ?',
    `t."name" LIKE $1 ESCAPE '!'`,
    `(t.\`name\` LIKE ? ESCAPE '!' AND ${bytes} LIKE ? ESCAPE '!')`,
  ],
  [
    'name.suffix=a',
    'substr(t."name", length(t."name") - length(?) + 1) = ?',
    `(t."name" LIKE $1 ESCAPE '!' AND (CAST($2 AS boolean) OR right(t."name", length(CAST($3 AS text))) = CAST($3 AS text)))`,
    `RIGHT(${bytes}, LENGTH(${passed('?')})) = ${passed('?')}`,
  ],
  ['age.null=true', 't."age" IS NULL', 't."age" IS NULL', 't.`age` IS NULL'],
  ['age.null=false', 't."age" IS NOT NULL', 't."age" IS NOT NULL', 't.`age` IS NOT NULL'],
  [
    'weight.eq=1',
    't."weight" = CAST(? AS NUMERIC)',
    't."weight" = $1',
    't.`weight` = CAST(? AS DECIMAL(65, 30))',
  ],
])('%s', async (query, sqlite, postgres, mysql) => {
  expect(await conditions(`/pets?${query}`)).toEqual({ sqlite, postgres, mysql });
});

describe('words', () => {
  const like = (of: string) => `coalesce(${of} LIKE (? || ''), instr(lower(${of}), lower(?)) > 0)`;
  const [name, label] = [like('t."name"'), like('related."label"')];

  test('one is a test of its own; three take four places', async () => {
    expect((await conditions('/pets?name.words=a')).sqlite).toBe(name);
    expect((await conditions('/pets?name.words=a+b+c')).sqlite).toBe(
      `(${name} AND ${name} AND ${name} AND ${name})`,
    );
  });

  test('stay together where other filters are joined by OR', async () => {
    expect((await conditions('/pets?name.words=a+b&age.eq=1&filter_op=or')).sqlite).toBe(
      `((${name} AND ${name}) OR t."age" = ?)`,
    );
  });

  test('across an edge are in one and the same row', async () => {
    expect((await conditions('/pets?tags.label.words=a+b')).sqlite).toContain(
      `WHERE (${label} AND ${label}) AND `,
    );
  });
});

describe('several filters', () => {
  test.each<[string, string, string, string]>([
    [
      'age.eq=1&age.neq=2',
      '(t."age" = ? AND t."age" <> ?)',
      '(t."age" = $1 AND t."age" <> $2)',
      '(t.`age` = ? AND t.`age` <> ?)',
    ],
    [
      'age.eq=1&age.neq=2&filter_op=or',
      '(t."age" = ? OR t."age" <> ?)',
      '(t."age" = $1 OR t."age" <> $2)',
      '(t.`age` = ? OR t.`age` <> ?)',
    ],
    [
      'number.eq=1',
      '(t."age" = ? OR t."weight" = CAST(? AS NUMERIC))',
      '(t."age" = $1 OR t."weight" = $2)',
      '(t.`age` = ? OR t.`weight` = CAST(? AS DECIMAL(65, 30)))',
    ],
  ])('%s', async (query, sqlite, postgres, mysql) => {
    expect(await conditions(`/pets?${query}`)).toEqual({ sqlite, postgres, mysql });
  });
});

describe('an edge', () => {
  test('a foreign key of the row is looked up among the ids of related rows', async () => {
    const { sqlite, postgres } = await conditions('/pets?keeper.name.eq=a&keeper.name.neq=b');
    expect(sqlite).toBe(
      't."keeperId" IN (SELECT related."id" FROM "keeper" related WHERE (related."name" = ? AND related."name" <> ?) AND related."deletedAt" IS NULL)',
    );
    expect(postgres).toBe(
      't."keeperId" IN (SELECT related."id" FROM "keeper" related WHERE (related."name" = $1 AND related."name" <> $2) AND related."deletedAt" IS NULL)',
    );
  });

  test('an index on the key allows EXISTS', async () => {
    const found =
      'NOT EXISTS (SELECT 1 FROM "keeper" related WHERE related."id" = t."keeperId" AND related."deletedAt" IS NULL)';
    expect(await conditions('/pets?has.keeper=false')).toEqual({
      sqlite: found,
      postgres: found,
      mysql: found.replaceAll('"', '`'),
    });
  });

  test('rows that hold the key are found as a set, and their absence by an anti-join where that is planned', async () => {
    expect(await conditions('/keepers?has.pets=false')).toEqual({
      sqlite:
        't."deletedAt" IS NULL AND t."id" NOT IN (SELECT related."keeperId" FROM "pet" related WHERE related."keeperId" IS NOT NULL)',
      postgres:
        't."deletedAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "pet" related WHERE related."keeperId" = t."id")',
      mysql:
        't.`deletedAt` IS NULL AND t.`id` NOT IN (SELECT related.`keeperId` FROM `pet` related WHERE related.`keeperId` IS NOT NULL)',
    });
  });

  test('a join table is joined to the rows it leads to', async () => {
    expect(await conditions('/pets?has.tags=true')).toMatchObject({
      sqlite:
        't."id" IN (SELECT related_link."petId" FROM "pet_tag" related_link JOIN "tag" related ON related."id" = related_link."tagId" WHERE related_link."petId" IS NOT NULL)',
      mysql:
        't.`id` IN (SELECT /*+ NO_SEMIJOIN(FIRSTMATCH) */ related_link.`petId` FROM `pet_tag` related_link JOIN `tag` related ON related.`id` = related_link.`tagId` WHERE related_link.`petId` IS NOT NULL)',
    });
  });

  test('PostgreSQL combines the sets of two edges into one, the others put tests side by side', async () => {
    const joined = `FROM "pet_tag" related_link JOIN "tag" related ON related."id" = related_link."tagId" WHERE`;
    const tagged = `."id" IN (SELECT related_link."petId" ${joined} related_link."petId" IS NOT NULL)`;
    const target = '/pets?age.eq=1&has.tags=true&filter_op=or';
    const { sqlite } = await conditions(target);
    expect(sqlite).toBe(`(t."age" = ? OR t${tagged})`);
    const union = `SELECT o."id" AS k0 FROM "pet" o WHERE o."age" = $1 UNION ALL SELECT o."id" AS k0 FROM "pet" o WHERE o${tagged}`;
    const page = 'ORDER BY t."id" ASC LIMIT $2 OFFSET $3';
    const count = '(SELECT COUNT(*) FROM decorest_few0)';
    expect(await clinics.get('postgres')?.clauses(target)).toBe(
      [
        `FROM (WITH decorest_few0 AS MATERIALIZED (SELECT k0 FROM (${union}) u LIMIT 5001)`,
        `(SELECT t.* FROM (SELECT t.* FROM "pet" t WHERE ${count} <= 5000 AND t."id" IN (SELECT k0 FROM decorest_few0) OFFSET 0) t ${page})`,
        `UNION ALL (SELECT t.* FROM "pet" t WHERE ${count} > 5000 AND (t."age" = $1 OR EXISTS (SELECT 1 ${joined} related_link."petId" = t."id")) ${page})) t`,
        'ORDER BY t."id" ASC',
      ].join(' '),
    );
  });

  test('PostgreSQL intersects the sets of two filters on related rows, SQLite tests each', async () => {
    const { sqlite, postgres } = await conditions('/pets?has.tags=true&tags.label.eq=x');
    expect(postgres).toContain(' INTERSECT ');
    expect(sqlite).not.toContain(' INTERSECT ');
    expect(sqlite).toContain(' AND ');
  });
});

describe('a where', () => {
  const where = (value: object) => `where=${encodeURIComponent(JSON.stringify(value))}`;

  test('a negation holds for NULL, too', async () => {
    expect(await conditions(`/pets?${where({ not: { 'age.eq': 1 } })}`)).toEqual({
      sqlite: '(t."age" = ?) IS NOT TRUE',
      postgres: '(t."age" = $1) IS NOT TRUE',
      mysql: '(t.`age` = ?) IS NOT TRUE',
    });
  });

  test('alternatives, and a negation of several', async () => {
    const { sqlite } = await conditions(
      `/pets?${where({ or: [{ 'age.eq': 1 }, { not: { 'age.eq': 2, 'age.neq': 3 } }] })}`,
    );
    expect(sqlite).toBe('(((t."age" = ?) IS NOT TRUE OR (t."age" <> ?) IS NOT TRUE) OR t."age" = ?)');
  });

  test('all is a set of rows that do not meet it, without one', async () => {
    const all = { 'all.tags': { 'label.eq': 'x' } };
    const { sqlite, postgres } = await conditions(`/pets?${where(all)}`);
    expect(sqlite).toBe(
      't."id" NOT IN (SELECT related_link."petId" FROM "pet_tag" related_link JOIN "tag" related ON related."id" = related_link."tagId" WHERE (related."label" = ?) IS NOT TRUE AND related_link."petId" IS NOT NULL)',
    );
    expect(postgres).toBe(
      't."id" IN (SELECT o."id" FROM "pet" o EXCEPT SELECT o."id" FROM "pet" o WHERE o."id" IN (SELECT related_link."petId" FROM "pet_tag" related_link JOIN "tag" related ON related."id" = related_link."tagId" WHERE (related."label" = $1) IS NOT TRUE AND related_link."petId" IS NOT NULL))',
    );
  });

  test('each edge has an alias of its own, and its rows are the visible ones', async () => {
    const deep = { 'some.pets': { 'none.keeper': { 'name.eq': 'a' } } };
    const { sqlite } = await conditions(`/keepers?${where(deep)}`);
    expect(sqlite).toBe(
      't."deletedAt" IS NULL AND t."id" IN (SELECT related."keeperId" FROM "pet" related WHERE NOT EXISTS (SELECT 1 FROM "keeper" related1 WHERE related1."name" = ? AND related1."id" = related."keeperId" AND related1."deletedAt" IS NULL) AND related."keeperId" IS NOT NULL)',
    );
  });

  test('a set in a set is a derived table on MariaDB', async () => {
    const deep = { 'some.keeper': { 'some.pets': { 'age.eq': 1 } } };
    const { mysql } = await conditions(`/pets?${where(deep)}`);
    expect(mysql).toContain(
      'related.`id` IN (SELECT * FROM (SELECT DISTINCT related1.`keeperId` FROM `pet` related1 WHERE related1.`age` = ? AND related1.`keeperId` IS NOT NULL) d)',
    );
  });

  test('rows of one parent are looked up by an index at every depth, others are sets', async () => {
    const deep = { 'some.tags': { 'label.eq': 'x' } };
    const { sqlite } = await conditions(`/keepers/1/pets?${where(deep)}`);
    expect(sqlite).toContain('AND EXISTS (SELECT 1 FROM "pet_tag" related_link JOIN');
  });

  test('conjuncts are joined to the filters beside it, as sets on PostgreSQL', async () => {
    const { postgres } = await conditions(
      `/pets?has.tags=true&${where({ 'some.tags': { 'label.eq': 'x' } })}`,
    );
    expect(postgres).toContain(' INTERSECT ');
  });

  test('a unique value in it makes the rows few', async () => {
    const few = await conditions(`/pets?${where({ 'id.eq': 1, 'has.tags': true })}`);
    expect(few.sqlite).toContain('EXISTS (');
    const many = await conditions(
      `/pets?${where({ or: [{ 'id.eq': 1 }, { 'age.eq': 1 }], 'has.tags': true })}`,
    );
    expect(many.sqlite).not.toContain('EXISTS (');
  });
});
