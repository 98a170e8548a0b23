// The cost of many entities of 10 fields and 4 edges: type-checking with and without decorest's annotations, `createApi`
// and the document. Seconds are of processor time. Prints figures for people; asserts nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createApi } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const rounds = 5;

/** The generated files are inside the bench, so that their imports resolve as its own. */
export async function measureScale(entityCount: number): Promise<void> {
  const cache = join(repository, 'benchmarks/node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'scale-'));
  try {
    console.log(`${entityCount} entities of 10 fields and 4 edges`);
    const plain = typeCheck(folder, entityCount, false);
    const annotated = typeCheck(folder, entityCount, true);
    console.log(`tsc, TypeORM alone          ${seconds(plain)}`);
    console.log(`tsc, with annotations       ${seconds(annotated)}  (${seconds(annotated - plain)} more)`);
    await measureApi(join(folder, 'annotated/dist/index.js'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureApi(module: string): Promise<void> {
  const exports = (await import(pathToFileURL(module).href)) as Record<string, EntityTarget<ObjectLiteral>>;
  const entities = Object.values(exports) as (new () => object)[];
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities });
  await dataSource.initialize();
  const first = timed(() => createApi(dataSource));
  const document = timed(() => openApiDocument(first.result));
  const operations = first.result.routes.list.length;
  const kibibytes = Math.round(JSON.stringify(document.result).length / 1024);
  console.log(`createApi, first            ${seconds(first.ms)}  (${operations} operations)`);
  console.log(`createApi, best             ${seconds(best(() => createApi(dataSource)))}`);
  console.log(`document, first             ${seconds(document.ms)}  (${kibibytes} KiB)`);
  console.log(`document, best              ${seconds(best(() => openApiDocument(first.result)))}`);
  await dataSource.destroy();
}

/** Type-checks and emits the entities; returns the milliseconds of a whole tsc, the best of three. */
function typeCheck(folder: string, entityCount: number, annotated: boolean): number {
  const project = join(folder, annotated ? 'annotated' : 'plain');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const config = {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: { outDir: 'dist', rootDir: '.', types: [], composite: false },
    include: ['*.ts'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  const numbers = Array.from({ length: entityCount }, (_, at) => at);
  for (const at of numbers)
    writeFileSync(join(project, `entity-${at}.ts`), entitySource(at, entityCount, annotated));
  const index = numbers.map((at) => `export { Entity${at} } from './entity-${at}.js';`);
  writeFileSync(join(project, 'index.ts'), index.join('\n'));
  return Math.min(...Array.from({ length: 3 }, () => compile(folder, project)));
}

function compile(folder: string, project: string): number {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const usage = join(folder, 'usage.json');
  const hook = join(folder, 'usage.cjs');
  const write = `require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage()))`;
  writeFileSync(hook, `process.on('exit', () => ${write});`);
  execFileSync(process.execPath, ['--require', hook, compiler, '-p', project], { stdio: 'inherit' });
  return milliseconds(JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.CpuUsage);
}

/** Edges: `next` and `far` to the entities 1 and 7 further on, `previous` and `near` their inverse sides. */
function entitySource(at: number, count: number, annotated: boolean): string {
  const on = (annotation: string) => (annotated ? `${annotation} ` : '');
  const number = (step: number) => (at + step + count) % count;
  const target = (step: number) => `Entity${number(step)}`;
  const others = [...new Set([1, 7, -1, -7].map(number))].filter((other) => other !== at);
  return `import 'reflect-metadata';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
${annotated ? "import { EagerLoad, Filter, FilterEdge, FilterGroup, FilterGroupEqual, FilterGroupLength, Sortable } from '@decorest/core';" : ''}
${others.map((other) => `import { Entity${other} } from './entity-${other}.js';`).join('\n')}

@Entity({ name: 'entity_${at}' })
export class Entity${at} {
  @PrimaryGeneratedColumn() id!: number;
  ${on("@Filter(FilterGroupEqual) @FilterGroup('search') @Sortable()")}@Column({ length: 80 }) name!: string;
  ${on("@Filter(FilterGroupEqual) @FilterGroup('search') @Sortable()")}@Column({ length: 80 }) title!: string;
  ${on('@Filter(FilterGroupEqual, FilterGroupLength) @Sortable()')}@Column('int') size!: number;
  ${on('@Filter(FilterGroupEqual, FilterGroupLength) @Sortable()')}@Column('int', { nullable: true }) rank!: number | null;
  ${on('@Filter(FilterGroupEqual)')}@Column('boolean') open!: boolean;
  ${on('@Filter(FilterGroupLength) @Sortable()')}@Column('datetime') madeAt!: Date;
  @Column('text') remarks!: string;
  @Column('float') weight!: number;
  @Column('date') day!: string;
  ${on('@EagerLoad() @Filter(FilterEdge)')}@ManyToOne(() => ${target(1)}, (other) => other.previous) next!: Relation<${target(1)}>;
  ${on('@Filter(FilterEdge)')}@ManyToOne(() => ${target(7)}, (other) => other.near, { nullable: true }) far!: Relation<${target(7)}> | null;
  @OneToMany(() => ${target(-1)}, (other) => other.next) previous!: Relation<${target(-1)}>[];
  ${on('@Filter(FilterEdge)')}@OneToMany(() => ${target(-7)}, (other) => other.far) near!: Relation<${target(-7)}>[];
}
`;
}

function timed<T>(run: () => T): { readonly result: T; readonly ms: number } {
  const start = process.cpuUsage();
  const result = run();
  return { result, ms: milliseconds(process.cpuUsage(start)) };
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function best(run: () => unknown): number {
  return Math.min(...Array.from({ length: rounds }, () => timed(run).ms));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
