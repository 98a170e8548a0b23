// Nothing but the row itself is read back: for each kind of key, whoever fills it, on each route that creates rows, and beside
// rows whose keys are alike to a database that compares them as numbers. The oracle is the row with the mark of the request.
import fc from 'fast-check';
import type { Answer } from '../support/http-client.js';
import { contentOf, edgesOf, entityOf, type EntityJson } from '../support/collection.js';
import { directStage, type DirectStage } from '../support/direct-stage.js';
import { samples } from '../support/property.js';
import { databaseNames, type DatabaseName } from '../support/test-database.js';
import { declareNewRows, isChosenByClient, listNewRowCases, type NewRowCase } from './new-row-cases.js';

const routes = ['collection', 'bulk', 'nested', 'edge'] as const;
type RouteName = (typeof routes)[number];

/** A row of the table, as SQL shows it. */
type Stored = Readonly<Record<'key' | 'mark', unknown>> & { readonly tenant?: unknown };

/** Keys that MySQL and MariaDB find equal to the number 0, or to one that a client sends. */
const alikeTexts = ['k-a', 'abc', '0x', '', ' ', '1k', '7z', 'g-'];

describe.each(databaseNames)('%s', (name) => {
  const cases = listNewRowCases(name);
  const stage = directStage(name, {
    entities: cases.flatMap((each) => declareNewRows(each, name)),
    options: { maxItemsPerPage: 1_000 },
    fill: async () => {
      for (const each of cases) await makeTriggers(stage, each);
    },
  });

  describe.each(cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
    test.each(routes)('by the route %s, each answer is the row of its request', async (route) => {
      const [others = []] = samples(fc.subarray(alikeTexts, { minLength: 4 }), 1, route.length);
      await new Requests(stage, each, route).run(others);
    });
  });
});

/** A trigger gives the key: TypeORM does not know it. */
async function makeTriggers({ database, name }: DirectStage, each: NewRowCase): Promise<void> {
  if (each.filler !== 'trigger' && each.filler !== 'rewritten') return;
  const { dataSource } = database;
  const quote = (word: string) => dataSource.driver.escape(word);
  const table = quote(dataSource.getMetadata(each.name).tableName);
  const [key, mark] = [quote('key'), quote('mark')];
  const text: Readonly<Record<DatabaseName, readonly string[]>> = {
    sqlite: [
      `CREATE TRIGGER tr_${each.name} AFTER INSERT ON ${table} WHEN NEW.mark LIKE 'n-%' BEGIN UPDATE ${table} SET ${key} = 't-' || NEW.mark WHERE rowid = NEW.rowid; END`,
    ],
    sqlite3: [],
    postgres: [
      `CREATE FUNCTION fn_${each.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.mark LIKE 'n-%' THEN NEW.${key} := 't-' || NEW.mark; END IF; RETURN NEW; END $$`,
      `CREATE TRIGGER tr_${each.name} BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fn_${each.name}()`,
    ],
    mariadb: [
      `CREATE TRIGGER tr_${each.name} BEFORE INSERT ON ${table} FOR EACH ROW SET NEW.${key} = IF(NEW.${mark} LIKE 'n-%', CONCAT('t-', NEW.${mark}), NEW.${key})`,
    ],
    mysql: [
      `CREATE TRIGGER tr_${each.name} BEFORE INSERT ON ${table} FOR EACH ROW SET NEW.${key} = IF(NEW.${mark} LIKE 'n-%', CONCAT('t-', NEW.${mark}), NEW.${key})`,
    ],
  };
  for (const statement of text[name]) await dataSource.query(statement);
}

let marks = 0;
let givenKeys = 0;

/** Requests by one route, and their comparison with the table. */
class Requests {
  readonly #path: string;

  constructor(
    private readonly stage: DirectStage,
    private readonly each: NewRowCase,
    private readonly route: RouteName,
  ) {
    this.#path = this.#pathOf(each.name);
  }

  #pathOf(entity: string): string {
    return `/${this.stage.client.model.entities.find(({ name }) => name === entity)?.path ?? ''}`;
  }

  async run(others: readonly string[]): Promise<void> {
    await this.#fillOthers(others);
    for (let time = 0; time < 2; time++) await this.#request();
    // The keys that others have are asked for, too: a trigger makes other ones of them.
    if (this.each.filler !== 'rewritten') return;
    for (const key of others) if (key !== '') await this.#request(key);
  }

  #isOfTrigger(): boolean {
    return this.each.filler === 'trigger' || this.each.filler === 'rewritten';
  }

  async #fillOthers(others: readonly string[]): Promise<void> {
    const { dataSource } = this.stage.database;
    const quote = (name: string) => dataSource.driver.escape(name);
    const { tableName } = dataSource.getMetadata(this.each.name);
    const { isComposite, kind, filler } = this.each;
    if (filler === 'counter') return;
    const isText = kind.given(0) !== Number(kind.given(0)) && kind.name !== 'Bigint';
    const keys: readonly unknown[] = isText ? others : [0, 1, 2];
    for (const [at, key] of keys.entries()) {
      const columns = [...(isComposite ? ['tenant'] : []), 'key', 'mark'].map(quote).join(', ');
      const values = [...(isComposite ? ['1'] : []), `'${String(key)}'`, `'other-${at}'`].join(', ');
      // SQL of another program: no listener runs. Keys that are equal to one that is there are left out.
      await dataSource
        .query(`INSERT INTO ${quote(tableName)} (${columns}) VALUES (${values})`)
        .catch(() => undefined);
    }
  }

  async #request(key?: string): Promise<void> {
    const sent = Array.from({ length: this.route === 'collection' || this.route === 'edge' ? 1 : 3 }, () =>
      this.#body(key),
    );
    const answer = await this.#send(sent);
    if (this.#isOfTrigger() && answer.status === 500) {
      expect(['sqlite', 'mysql']).toContain(this.stage.name);
      expect(this.stage.client.failure).toMatchObject({
        message: expect.stringContaining('trigger') as string,
      });
      return;
    }
    // Several rows of one request may ask for one key; and SQLite has no trigger that changes a key before it is stored.
    if (this.#isOfTrigger() && answer.status === 409 && (sent.length > 1 || this.stage.name === 'sqlite'))
      return;
    if (answer.status !== 201)
      throw new Error(`${JSON.stringify(sent)} -> ${answer.text}`, { cause: this.stage.client.failure });
    const shown = this.#rowsOf(answer);
    const marksOf = (rows: readonly { readonly mark?: unknown }[]) => rows.map(({ mark }) => mark).sort();
    expect(marksOf(shown)).toEqual(marksOf(sent));
    for (const row of shown) await this.#compare(row);
    if (this.route === 'collection') await this.#follow(answer, shown[0]);
  }

  #body(key: string | undefined): Readonly<Record<string, unknown>> {
    const { kind, filler, isComposite } = this.each;
    const own = isChosenByClient(filler) ? { key: key ?? kind.given(givenKeys++) } : {};
    return { ...(isComposite ? { tenant: 1 } : {}), ...own, mark: `n-${marks++}` };
  }

  async #send(rows: readonly unknown[]): Promise<Answer> {
    const { client } = this.stage;
    const owners = this.#pathOf(`Keeper${this.each.name}`);
    switch (this.route) {
      case 'collection':
        return client.attempt('POST', this.#path, rows[0]);
      case 'bulk':
        return client.attempt('POST', `${this.#path}/bulk`, rows);
      case 'nested':
        return client.attempt('POST', owners, { rows });
      case 'edge': {
        const { id } = entityOf(await client.post(owners, {}));
        return client.attempt('POST', `${owners}/${String(id)}/rows`, rows[0]);
      }
    }
  }

  #rowsOf(answer: Answer): readonly EntityJson[] {
    if (this.route === 'bulk') return contentOf(answer);
    const entity = entityOf(answer);
    return this.route === 'nested' ? (edgesOf(entity).rows as EntityJson[]) : [entity];
  }

  /** The row of the table with the mark. */
  async #compare(row: EntityJson): Promise<void> {
    const { dataSource } = this.stage.database;
    const quote = (name: string) => dataSource.driver.escape(name);
    const { tableName } = dataSource.getMetadata(this.each.name);
    const text = speaksText(this.stage.name, quote('key'));
    const found = await dataSource.query<Stored[]>(
      `SELECT ${text} AS ${quote('key')}, ${quote('mark')} FROM ${quote(tableName)} WHERE ${quote('mark')} = '${String(row.mark)}'`,
    );
    expect(found.map(({ key, mark }) => [String(key), mark])).toEqual([
      [String(row.key).trimEnd(), row.mark],
    ]);
  }

  async #follow({ headers }: Answer, row: EntityJson | undefined): Promise<void> {
    const { client } = this.stage;
    expect(entityOf(await client.get(headers.location ?? '')).mark).toBe(row?.mark);
  }
}

/** The key as the database prints it; PostgreSQL leaves the padding of CHAR out. */
function speaksText(name: DatabaseName, key: string): string {
  if (name === 'postgres') return `${key}::text`;
  return name === 'sqlite' ? `CAST(${key} AS TEXT)` : `CAST(${key} AS CHAR)`;
}
