// An export in an order that no index has: the whole table is not sorted again for each batch, and each row is in it once.
import { EagerLoad, Export, ExportLimit, Filter, FilterEdge, Sortable } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

@Entity()
class Site {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ length: 20 }) @Filter('eq') name!: string;
  @OneToMany(() => Sample, (sample) => sample.site)
  @Export('ndjson')
  @ExportLimit(-1)
  samples!: Relation<Sample>[];
}

@Entity()
@Export('ndjson')
@ExportLimit(-1)
class Sample {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'int', nullable: true }) @Filter('gte') @Sortable() weight!: number | null;
  @Column('int') @Index() @Filter('lt') @Sortable() kind!: number;
  @Column('text') @Sortable() note!: string;
  @ManyToOne(() => Site, (site) => site.samples)
  @JoinColumn({ name: 'site_id' })
  @Index()
  @Filter(FilterEdge)
  site!: Relation<Site>;
  @OneToMany(() => Remark, (remark) => remark.sample) @EagerLoad() remarks!: Relation<Remark>[];
}

@Entity()
class Remark {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text') text!: string;
  @ManyToOne(() => Sample, (sample) => sample.remarks)
  @JoinColumn({ name: 'sample_id' })
  @Index()
  sample!: Relation<Sample>;
}

const rowCount = 26_200;
const batchSize = 500;
const keysPerBlock = 5_000;

const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
const number = 'a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d';
const numbers = `SELECT ${number} AS n FROM ${['a', 'b', 'c', 'e', 'f'].map((name) => `(${digits}) ${name}`).join(' CROSS JOIN ')}`;

const analyses: Readonly<Record<DatabaseName, string>> = {
  sqlite: 'SELECT 1',
  sqlite3: 'SELECT 1',
  postgres: 'ANALYZE',
  mariadb: 'ANALYZE TABLE sample',
  mysql: 'ANALYZE TABLE sample',
};

const laboratory: Fixture = {
  entities: [Site, Sample, Remark],
  options: { where: true },
  fill: async (dataSource) => {
    await dataSource.getRepository(Site).insert(['north', 'east', 'south'].map((name) => ({ name })));
    await dataSource.query(
      `INSERT INTO sample (weight, kind, note, site_id) SELECT CASE WHEN n % 13 = 0 THEN NULL ELSE (n * 7919) % 5003 END, n % 7, 'note', 1 + n % 3 FROM (${numbers}) s WHERE n < ${rowCount} ORDER BY n`,
    );
  },
};

const ndjson = { accept: 'application/x-ndjson' };

/** The ids of an export. */
async function exportIds({ client }: Pick<DirectStage, 'client'>, target: string): Promise<number[]> {
  const { status, text } = await client.get(target, ndjson);
  expect(status).toBe(200);
  return idsOf(text);
}

function idsOf(text: string): number[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as { id: number }).id));
}

/** The ids that a statement of ours finds. */
async function selectIds({ database }: DirectStage, rest: string): Promise<number[]> {
  const rows: { id: number }[] = await database.dataSource.query(`SELECT id FROM sample ${rest}`);
  return rows.map(({ id }) => id);
}

interface Call {
  readonly text: string;
  readonly values: unknown[];
}

/** An export of samples whose pieces are read by hand. */
async function openExport({ client }: DirectStage, path: string, query: string) {
  const { body } = await client.api.handle({ method: 'GET', path, query, headers: ndjson });
  if (typeof body === 'string' || body === null) throw new Error('The body is not in pieces.');
  const pieces = body[Symbol.asyncIterator]();
  let text = '';
  return {
    read: async (rows: number) => {
      while (idsOf(text).length < rows) text += String((await pieces.next()).value);
    },
    readRest: async () => {
      for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) text += piece.value;
      return idsOf(text);
    },
  };
}

/** The statements of some work that read samples. */
async function callsOf({ database }: DirectStage, work: () => Promise<unknown>): Promise<Call[]> {
  const logged = jest.spyOn(database.dataSource.logger, 'logQuery');
  await work();
  const calls = logged.mock.calls.map(([text, values = []]) => ({ text, values: values as unknown[] }));
  logged.mockRestore();
  return calls.filter(({ text }) => /^SELECT .* FROM .sample. /.test(text) && !text.includes('max(rowid)'));
}

/** Whether the plan of a statement goes through all samples. */
async function readsAll({ name, database }: DirectStage, { text, values }: Call): Promise<boolean> {
  const { dataSource } = database;
  if (name === 'postgres')
    return JSON.stringify(await dataSource.query(`EXPLAIN ${text}`, values)).includes('Seq Scan on sample');
  if (speaksMysql(name)) {
    const format = name === 'mysql' ? ' FORMAT=TRADITIONAL' : '';
    const steps: { type: string }[] = await dataSource.query(`EXPLAIN${format} ${text}`, values);
    return steps.some(({ type }) => type === 'ALL' || type === 'index');
  }
  const steps: { detail: string }[] = await dataSource.query(`EXPLAIN QUERY PLAN ${text}`, values);
  return steps.some(({ detail }) => /^SCAN (?!json_each|CONSTANT)/.test(detail));
}

async function countReadsOfAll(stage: DirectStage, target: string): Promise<number> {
  const calls = await callsOf(stage, () => exportIds(stage, target));
  let count = 0;
  for (const call of calls) if (await readsAll(stage, call)) count += 1;
  expect(calls.length).toBeGreaterThan(10);
  return count;
}

const nullsFirst = (name: DatabaseName) => name !== 'postgres';

onEachDatabase(laboratory, (stage) => {
  beforeAll(async () => {
    await stage.database.dataSource.query(analyses[stage.name]);
  });

  test('the table is gone through once for each block of keys', async () => {
    // The first batch, and six blocks; three of those rows that the condition leaves.
    expect(await countReadsOfAll(stage, '/samples?sort=weight')).toBe(7);
    expect(await countReadsOfAll(stage, '/samples?sort=-weight&where={"weight.gte":2000}')).toBe(4);
    expect(await countReadsOfAll(stage, '/samples?site.name.eq=north')).toBeLessThanOrEqual(3);
    expect(await countReadsOfAll(stage, '/sites/1/samples?sort=weight')).toBeLessThanOrEqual(3);
  });

  test('an order by the key needs no keys beforehand', async () => {
    const calls = await callsOf(stage, () => exportIds(stage, '/samples?sort=-id'));
    expect(calls.filter(({ text }) => text.includes('ORDER BY'))).toHaveLength(
      Math.ceil(rowCount / batchSize),
    );
  });

  test('the rows are those of the list, in its order', async () => {
    const byWeight = (order: string) => `ORDER BY weight IS ${order} NULL, weight, id`;
    const natural = nullsFirst(stage.name) ? byWeight('NOT') : byWeight('');
    const ids = await exportIds(stage, '/samples?sort=weight');
    const [first] = await selectIds(stage, `${natural} LIMIT 1`);
    // Where NULLs stand is the database's choice, or ours: both are one of these.
    const expected = await selectIds(
      stage,
      ids[0] === first ? natural : byWeight(nullsFirst(stage.name) ? '' : 'NOT'),
    );
    expect(ids).toEqual(expected);
    expect(await exportIds(stage, '/samples?sort=kind,-weight&weight.gte=10')).toEqual(
      await selectIds(stage, 'WHERE weight >= 10 ORDER BY kind, weight DESC, id DESC'),
    );
    expect(await exportIds(stage, '/sites/2/samples?sort=-kind')).toEqual(
      await selectIds(stage, 'WHERE site_id = 2 ORDER BY kind DESC, id DESC'),
    );
    expect(await exportIds(stage, '/samples?site.name.eq=south')).toEqual(
      await selectIds(stage, 'WHERE site_id = 3 ORDER BY id'),
    );
  });

  test('a row that moves meanwhile comes in its old batch, and again after the end of its block', async () => {
    const { dataSource } = stage.database;
    const query = 'sort=kind,-id&weight.gte=0';
    const before = await exportIds(stage, `/samples?${query}`);
    const idAt = (at: number) => {
      const id = before[at];
      if (id === undefined) throw new Error(`The export has no row ${at}.`);
      return id;
    };
    const { read, readRest } = await openExport(stage, '/samples', query);
    // The keys of the first block are known.
    await read(600);
    const [gone, hidden, forward, backward] = [idAt(1_200), idAt(1_300), idAt(1_400), idAt(1_500)];
    const lastOfBlock = idAt(batchSize + keysPerBlock - 1);
    const ofNextBlock = idAt(batchSize + keysPerBlock + 100);
    await dataSource.query(`DELETE FROM sample WHERE id = ${gone}`);
    await dataSource.query(`UPDATE sample SET weight = NULL WHERE id = ${hidden}`);
    await dataSource.query(`UPDATE sample SET kind = 100 WHERE id IN (${forward}, ${lastOfBlock})`);
    await dataSource.query(`UPDATE sample SET kind = -1 WHERE id IN (${backward}, ${ofNextBlock})`);
    const ids = await readRest();
    const changed = [gone, hidden, forward, backward, lastOfBlock, ofNextBlock];
    const timesOf = (id: number) => ids.filter((each) => each === id).length;
    expect(changed.map(timesOf)).toEqual([0, 0, 2, 1, 2, 0]);
    expect(new Set(ids.slice(batchSize, batchSize + keysPerBlock - 2))).toContain(forward);
    expect(ids.slice(-2).sort((a, b) => a - b)).toEqual([forward, lastOfBlock].sort((a, b) => a - b));
    const isUnchanged = (id: number) => !changed.includes(id);
    expect(ids.filter(isUnchanged)).toEqual(before.filter(isUnchanged));
  });

  test.each<[string, string]>([
    ['beside one on an edge', 'weight.gte=0&site.name.eq=south'],
    ['of the same object', 'where={"weight.gte":0,"site.name.eq":"south"}'],
    ['beside alternatives', 'where={"weight.gte":0,"or":[{"site.name.eq":"south"},{"kind.lt":0}]}'],
    ['beside two others', 'where={"or":[{"weight.gte":0},{"kind.lt":0}],"not":{"or":[{"kind.lt":0},{"site.name.eq":"north"}]}}'], // prettier-ignore
  ])('a row that leaves a filter %s is not in the export', async (_, filter) => {
    const { dataSource } = stage.database;
    const query = `${filter}&sort=-kind`;
    const before = await exportIds(stage, `/samples?${query}`);
    const { read, readRest } = await openExport(stage, '/samples', query);
    await read(600);
    await dataSource.query(`UPDATE sample SET weight = NULL WHERE id = ${before[3_000]}`);
    expect(await readRest()).toEqual(before.filter((id) => id !== before[3_000]));
  });

  test('a row that an edge no longer leads to is not in the export of the edge', async () => {
    const { dataSource } = stage.database;
    const before = await exportIds(stage, '/sites/1/samples?sort=kind');
    const { read, readRest } = await openExport(stage, '/sites/1/samples', 'sort=kind');
    await read(600);
    await dataSource.query(`UPDATE sample SET site_id = 2 WHERE id = ${before[3_000]}`);
    expect(await readRest()).toEqual(before.filter((id) => id !== before[3_000]));
  });

  test('rows whose edges exceed the size of an answer come in smaller batches', async () => {
    const { dataSource } = stage.database;
    const last = await selectIds(stage, 'WHERE site_id = 3 ORDER BY kind DESC, id DESC LIMIT 20 OFFSET 8300');
    await dataSource
      .getRepository(Remark)
      .insert(last.map((id) => ({ text: 'x'.repeat(10_000), sample: { id } })));
    const client = DirectClient.of(dataSource, { limits: { responseBytes: 65_536 } });
    expect(await exportIds({ client }, '/sites/3/samples?sort=-kind')).toEqual(
      await selectIds(stage, 'WHERE site_id = 3 ORDER BY kind DESC, id DESC'),
    );
  });

  test('keys with long values of the order come in smaller blocks', async () => {
    const { dataSource } = stage.database;
    await dataSource.query(`UPDATE sample SET note = '${'y'.repeat(900)}' WHERE id % 20 = 0`);
    const client = DirectClient.of(dataSource, { limits: { responseBytes: 300_000 } });
    const target = '/samples?sort=-note';
    const calls = await callsOf(stage, async () => {
      expect(await exportIds({ client }, target)).toEqual(
        await selectIds(stage, 'ORDER BY note DESC, id DESC'),
      );
    });
    expect(calls.length).toBeGreaterThan(rowCount / batchSize + rowCount / keysPerBlock + 4);
  });
});
