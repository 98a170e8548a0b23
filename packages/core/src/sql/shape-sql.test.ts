// Which rows a read has, and in which order: pages, sort keys, ids and the endpoints of edges, in each dialect.
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

/** FROM and what follows, in each dialect. */
async function clauses(target: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, clinic] of clinics) found[name] = await clinic.clauses(target);
  return found;
}

describe('the order of a page', () => {
  test('by the key, with a limit that SQLite does not plan for', async () => {
    expect(await clauses('/pets')).toEqual({
      sqlite: 'FROM "pet" t ORDER BY t."id" ASC LIMIT (SELECT ?) OFFSET (SELECT ?)',
      postgres: 'FROM "pet" t ORDER BY t."id" ASC LIMIT $1 OFFSET $2',
      mysql: 'FROM `pet` t ORDER BY t.`id` ASC LIMIT ? OFFSET ?',
    });
  });

  test('by a nullable field, NULL lowest, then by the key', async () => {
    expect(await clauses('/pets?sort=age&order=desc')).toEqual({
      sqlite: 'FROM "pet" t ORDER BY t."age" DESC, t."id" DESC LIMIT ? OFFSET ?',
      postgres: 'FROM "pet" t ORDER BY t."age" DESC NULLS LAST, t."id" DESC LIMIT $1 OFFSET $2',
      mysql: 'FROM `pet` t ORDER BY t.`age` DESC, t.`id` DESC LIMIT ? OFFSET ?',
    });
  });

  test('NULL in another place takes a clause, or on MySQL a key, where the database puts it elsewhere', async () => {
    expect(await clauses('/bills?sort=late')).toEqual({
      sqlite: 'FROM "bill" t ORDER BY t."late" ASC NULLS LAST, t."id" ASC LIMIT ? OFFSET ?',
      postgres: 'FROM "bill" t ORDER BY t."late" ASC, t."id" ASC LIMIT $1 OFFSET $2',
      mysql: 'FROM `bill` t ORDER BY t.`late` IS NULL ASC, t.`late` ASC, t.`id` ASC LIMIT ? OFFSET ?',
    });
    expect(await clauses('/bills?sort=-late')).toMatchObject({
      sqlite: 'FROM "bill" t ORDER BY t."late" DESC, t."id" DESC LIMIT ? OFFSET ?',
      postgres: 'FROM "bill" t ORDER BY t."late" DESC NULLS LAST, t."id" DESC LIMIT $1 OFFSET $2',
    });
    expect(await clauses('/bills?sort=high,-early')).toEqual({
      sqlite: expect.stringContaining('ORDER BY t."high" ASC NULLS LAST, t."early" DESC NULLS FIRST, '),
      postgres: expect.stringContaining('ORDER BY t."high" ASC, t."early" DESC, '),
      mysql: expect.stringContaining(
        'ORDER BY t.`high` IS NULL ASC, t.`high` ASC, t.`early` IS NULL DESC, t.`early` DESC, ',
      ),
    });
  });

  test('by a field across a unique edge, which joins the related row if it is visible', async () => {
    const { postgres } = await clauses('/pets?age.eq=1&sort=keeper.name');
    expect(postgres).toBe(
      'FROM "pet" t LEFT JOIN "keeper" s0 ON s0."id" = t."keeperId" AND s0."deletedAt" IS NULL WHERE t."age" = $1 ORDER BY s0."name" ASC NULLS FIRST, t."id" ASC LIMIT $2 OFFSET $3',
    );
  });

  test('by a count, which is 0 without rows, or a sum, which is NULL', async () => {
    const grouped = (value: string) =>
      `FROM "keeper" t LEFT JOIN (SELECT sorted."keeperId" AS k, ${value} AS v FROM "pet" sorted GROUP BY sorted."keeperId") s0 ON s0.k = t."id" WHERE t."deletedAt" IS NULL ORDER BY`;
    expect(await clauses('/keepers?sort=pets.count')).toMatchObject({
      sqlite: `${grouped('COUNT(*)')} COALESCE(s0.v, 0) ASC, t."id" ASC LIMIT ? OFFSET ?`,
    });
    expect(await clauses('/keepers?sort=pets.age.sum')).toMatchObject({
      postgres: `${grouped('SUM(sorted."age")')} s0.v ASC NULLS FIRST, t."id" ASC LIMIT $1 OFFSET $2`,
    });
  });

  test('at random', async () => {
    const { sqlite, mysql } = await clauses('/pets?sort=random');
    expect(sqlite).toBe('FROM "pet" t ORDER BY RANDOM() ASC LIMIT ? OFFSET ?');
    expect(mysql).toBe('FROM `pet` t ORDER BY RAND() ASC LIMIT ? OFFSET ?');
  });

  test('PostgreSQL hides the limit from the plan of a join to a set', async () => {
    expect((await clauses('/keepers?has.pets=false')).postgres).toMatch(
      /^FROM \(SELECT t\.\* FROM "keeper" t WHERE .* OFFSET 0\) t ORDER BY t\."id" ASC LIMIT \$1 OFFSET \$2$/,
    );
  });
});

describe('an id', () => {
  test('of one column', async () => {
    expect(await clauses('/pets/1')).toEqual({
      sqlite: 'FROM "pet" t WHERE t."id" = ?',
      postgres: 'FROM "pet" t WHERE t."id" = $1',
      mysql: 'FROM `pet` t WHERE t.`id` = ?',
    });
  });

  test('of several columns takes a parameter for each', async () => {
    const { postgres } = await clauses('/visits/2024,7');
    expect(postgres).toBe('FROM "visit" t WHERE t."year" = $1 AND t."number" = $2');
  });
});

describe('the endpoint of an edge', () => {
  test('rows that hold the key of a parent, which must be visible', async () => {
    const { sqlite, postgres } = await clauses('/keepers/1/pets');
    expect(sqlite).toMatch(
      /^FROM "pet" t WHERE t\."keeperId" = \? AND EXISTS \(SELECT 1 FROM "keeper" p WHERE p\."id" = \? AND p\."deletedAt" IS NULL\) ORDER/,
    );
    expect(postgres).toMatch(
      / t\."keeperId" = \$1 AND EXISTS \(SELECT 1 FROM "keeper" p WHERE p\."id" = \$1 AND /,
    );
  });

  test('the row whose key the parent holds', async () => {
    expect((await clauses('/pets/1/keeper')).sqlite).toBe(
      'FROM "keeper" t WHERE t."id" = (SELECT p."keeperId" FROM "pet" p WHERE p."id" = ?) AND t."deletedAt" IS NULL',
    );
  });

  test('rows behind a join table', async () => {
    expect((await clauses('/pets/1/tags')).mysql).toBe(
      'FROM `tag` t WHERE t.`id` IN (SELECT l.`tagId` FROM `pet_tag` l WHERE l.`petId` = ?) ORDER BY t.`id` ASC LIMIT ? OFFSET ?',
    );
  });

  test('keys of several columns are compared as row values', async () => {
    const { postgres } = await clauses('/visits/2024,7/bills');
    expect(postgres).toMatch(
      /^FROM "bill" t WHERE \(t\."visitYear", t\."visitNumber"\) = \(\$1, \$2\) ORDER BY /,
    );
    expect((await clauses('/bills/1/visit')).sqlite).toBe(
      'FROM "visit" t WHERE (t."year", t."number") = (SELECT p."visitYear", p."visitNumber" FROM "bill" p WHERE p."id" = ?)',
    );
  });
});
