// A model as large applications have it: entities on base classes three deep, 8 to 15 columns each, and every edge open. The same
// for the same number of entities.
import {
  EdgeEndpoint,
  Filter,
  FilterEQ,
  FilterContainsFold,
  FilterEdge,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import {
  Column,
  CreateDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type ColumnOptions,
} from 'typeorm';

type EntityClass = new () => object;

/** Two predicates for each text; with `ranges`, four for each number and date, too. */
export type Filtered = 'texts' | 'ranges';

abstract class Stored {
  @PrimaryGeneratedColumn()
  @Filter(FilterEQ)
  @Sortable()
  id!: number;

  @CreateDateColumn({ type: 'datetime' })
  @Sortable()
  createdAt!: Date;
}

abstract class Changed extends Stored {
  @UpdateDateColumn({ type: 'datetime' })
  @Sortable()
  updatedAt!: Date;
}

abstract class Named extends Changed {
  @Column({ type: 'varchar', length: 80 })
  @Filter(FilterEQ, FilterContainsFold)
  @Sortable()
  name!: string;

  @Column({ type: 'varchar', length: 200, nullable: true })
  @Filter(FilterEQ, FilterContainsFold)
  description!: string | null;
}

const bases = [Stored, Changed, Named] as const;
const baseColumns = [2, 3, 5] as const;

/** The columns that entities take in turn. */
const kinds: readonly (readonly [name: string, options: ColumnOptions])[] = [
  ['code', { type: 'varchar', length: 20 }],
  ['title', { type: 'varchar', length: 120 }],
  ['size', { type: 'int' }],
  ['price', { type: 'decimal', precision: 12, scale: 2 }],
  ['active', { type: 'boolean', default: true }],
  ['startsOn', { type: 'date', nullable: true }],
  ['note', { type: 'text', nullable: true }],
  ['weight', { type: 'float', nullable: true }],
  ['state', { type: 'varchar', length: 10, default: 'new' }],
  ['rank', { type: 'int', nullable: true }],
  ['contact', { type: 'varchar', length: 100, nullable: true }],
  ['place', { type: 'varchar', length: 60, nullable: true }],
  ['total', { type: 'decimal', precision: 14, scale: 4, nullable: true }],
];

/** How many entities further on the edges of an entity lead. */
const steps = [1, 7, 31] as const;

/** Classes of entities. Each has three edges to others, and their inverse sides. */
export function createLargeModel(count: number, filtered: Filtered): readonly EntityClass[] {
  const classes = Array.from({ length: count }, (_, at) => createClass(at));
  classes.forEach((own, at) => {
    addColumns(own, at, filtered);
    for (const step of steps) addEdge(own, classes[(at + step) % count] ?? own, step);
  });
  return classes;
}

function createClass(at: number): EntityClass {
  const base: abstract new () => Stored = bases[at % bases.length] ?? Stored;
  const name = `Thing${spellNumber(at)}`;
  const { [name]: created } = { [name]: class extends base {} };
  if (!created) throw new Error(`There is no class ${name}.`);
  Entity({ name: `thing_${at}` })(created);
  return created;
}

/** In letters, as classes have names without numbers. */
function spellNumber(number: number): string {
  const letters = Array.from(String(number), (digit) => 'abcdefghij'[Number(digit)] ?? '').join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}

/** Together with those of its bases, 8 to 15. */
function addColumns({ prototype }: EntityClass, at: number, filtered: Filtered): void {
  const target = prototype as object;
  // On a base class, where models of both kinds would share it.
  addFilters({ type: 'datetime' }, { target, name: 'createdAt', filtered });
  const own = 8 + (at % 8) - (baseColumns[at % bases.length] ?? 0);
  for (const [name, options] of kinds.slice(0, own)) {
    Column(options)(target, name);
    addFilters(options, { target, name, filtered });
    if (options.type !== 'text') Sortable()(target, name);
  }
}

function addFilters(
  { type }: ColumnOptions,
  { target, name, filtered }: { readonly target: object; readonly name: string; readonly filtered: Filtered },
): void {
  if (type === 'boolean') Filter(FilterEQ)(target, name);
  else if (type === 'varchar' || type === 'text') Filter(FilterEQ, FilterContainsFold)(target, name);
  else if (filtered === 'ranges') Filter(FilterGroupLength)(target, name);
}

function addEdge(own: EntityClass, other: EntityClass, step: number): void {
  const [edge, inverse] = [`next${step === 1 ? '' : spellNumber(step)}`, `users${spellNumber(step)}`];
  const [from, to] = [own.prototype as object, other.prototype as object];
  ManyToOne(() => other, inverse, { nullable: true })(from, edge);
  OneToMany(() => own, edge)(to, inverse);
  for (const [target, name] of [
    [from, edge],
    [to, inverse],
  ] as const) {
    Filter(FilterEdge)(target, name);
    EdgeEndpoint(true)(target, name);
  }
}
