// Prints what 200 entities of 10 fields and 4 edges cost: createApi, the document, and type-checking with and without
// decorest's annotations. Seconds are of processor time, so that a busy machine does not show. Needs `npm run build`.
// Asserts nothing: it is for people to read.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
const resolveFromTests = createRequire(join(repository, 'test', 'package.json')).resolve;
const entityCount = Number(process.argv[2] ?? 200);
const rounds = 5;

// Inside test/, so that imports resolve as they do in tests.
const cache = join(repository, 'test', 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'scale-'));
function reportTypes() {
  const plain = typeCheck('plain', false);
  const annotated = typeCheck('annotated', true);
  console.log(`${entityCount} entities of 10 fields and 4 edges, best of ${rounds}`);
  console.log(`tsc, TypeORM alone          ${seconds(plain)}`);
  console.log(`tsc, with annotations       ${seconds(annotated)}  (${seconds(annotated - plain)} more)`);
}

async function reportStart() {
  const { DataSource } = await importFrom('typeorm');
  const { createApi } = await importFrom('@decorest/core');
  const { openApiDocument } = await importFrom('@decorest/openapi');
  const entities = Object.values(await import(pathToFileURL(join(folder, 'annotated/dist/index.js')).href));
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities });
  await dataSource.initialize();
  const first = timed(() => createApi(dataSource));
  const firstDocument = timed(() => openApiDocument(first.result));
  const operations = first.result.routes.list.length;
  const bytes = JSON.stringify(firstDocument.result).length;
  console.log(`createApi, first            ${seconds(first.ms)}  (${operations} operations)`);
  console.log(`createApi, best             ${seconds(best(() => createApi(dataSource)))}`);
  console.log(`document, first             ${seconds(firstDocument.ms)}  (${Math.round(bytes / 1024)} KiB)`);
  console.log(`document, best              ${seconds(best(() => openApiDocument(first.result)))}`);
  await dataSource.destroy();
}

/** A package as the tests see it. */
function importFrom(name) {
  return import(pathToFileURL(resolveFromTests(name)).href);
}

/** Type-checks and emits the entities; answers the milliseconds of a whole tsc. */
function typeCheck(name, annotated) {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(compilerOptions));
  const numbers = Array.from({ length: entityCount }, (_, at) => at);
  for (const at of numbers) writeFileSync(join(project, `entity-${at}.ts`), entitySource(at, annotated));
  const index = numbers.map((at) => `export { Entity${at} } from './entity-${at}.js';`);
  writeFileSync(join(project, 'index.ts'), index.join('\n'));
  return Math.min(...Array.from({ length: 3 }, () => compile(project)));
}

function compile(project) {
  const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const usage = join(folder, 'usage.json');
  const hook = join(folder, 'usage.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`,
  );
  execFileSync(process.execPath, ['--require', hook, compiler, '-p', project], { stdio: 'inherit' });
  return milliseconds(JSON.parse(readFileSync(usage, 'utf8')));
}

const compilerOptions = {
  extends: join(repository, 'tsconfig.base.json'),
  compilerOptions: { outDir: 'dist', rootDir: '.', types: [] },
  include: ['*.ts'],
};

/** Edges: `next` and `far` to the entities 1 and 7 further on, `previous` and `near` their inverse sides. */
function entitySource(at, annotated) {
  const on = (annotation) => (annotated ? `${annotation} ` : '');
  const target = (step) => `Entity${(at + step + entityCount) % entityCount}`;
  const targets = [...new Set([1, 7, -1, -7].map(target))].filter((name) => name !== `Entity${at}`);
  const imports = targets.map(
    (name) => `import { ${name} } from './${name.toLowerCase().replace('y', 'y-')}.js';`,
  );
  return `import 'reflect-metadata';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
${annotated ? "import { EagerLoad, Filter, FilterEdge, FilterGroup, FilterGroupEqual, FilterGroupLength, Sortable } from '@decorest/core';" : ''}
${imports.join('\n')}

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

function timed(run) {
  const start = process.cpuUsage();
  const result = run();
  return { result, ms: milliseconds(process.cpuUsage(start)) };
}

function milliseconds({ user, system }) {
  return (user + system) / 1000;
}

function best(run) {
  return Math.min(...Array.from({ length: rounds }, () => timed(run).ms));
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

try {
  reportTypes();
  await reportStart();
} finally {
  rmSync(folder, { recursive: true });
}
