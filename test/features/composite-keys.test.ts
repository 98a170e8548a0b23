// Edges to and from entities whose key has more than one column: either refused at the start, or every documented request
// is answered.
import {
  createApi,
  EagerLoad,
  EdgeEndpoint,
  Filter,
  FilterEdge,
  FilterEQ,
  SchemaError,
  Sortable,
} from '@decorest/core';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { onEachDatabase } from '../support/direct-stage.js';
import { databaseNames, openDatabase } from '../support/test-database.js';

@Entity()
class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  @Filter(FilterEQ)
  @Sortable()
  name!: string;

  @OneToMany(() => Line, (line) => line.bill)
  @Filter(FilterEdge)
  @EagerLoad()
  @EdgeEndpoint(true)
  lines!: Line[];
}

/** Its key is its bill and its place on it. */
@Entity()
class Line {
  @PrimaryColumn()
  billId!: number;

  @PrimaryColumn()
  @Sortable()
  place!: number;

  @Column({ type: 'varchar', length: 20 })
  @Filter(FilterEQ)
  @Sortable()
  text!: string;

  @ManyToOne(() => Bill, (bill) => bill.lines)
  @JoinColumn({ name: 'billId' })
  @Filter(FilterEdge)
  bill!: Relation<Bill>;
}

async function fill({ manager }: DataSource): Promise<void> {
  await manager.insert(Bill, [{ name: 'one' }, { name: 'two' }]);
  await manager.insert(Line, [
    { billId: 1, place: 1, text: 'a' },
    { billId: 1, place: 2, text: 'b' },
    { billId: 2, place: 1, text: 'a' },
  ]);
}

onEachDatabase({ entities: [Bill, Line], options: {}, fill }, (stage) => {
  test('rows are found across the edge, both ways', async () => {
    const one = await stage.client.get('/bills?lines.text.eq=b');
    expect(one.json).toMatchObject({ total_count: 1, content: [{ id: 1 }] });
    const two = await stage.client.get('/lines?bill.name.eq=two');
    expect(two.json).toMatchObject({ total_count: 1, content: [{ text: 'a' }] });
    expect((await stage.client.get('/bills/1/lines')).json).toMatchObject([{ text: 'a' }, { text: 'b' }]);
  });

  test('every documented request with every documented parameter is answered', async () => {
    const { document } = stage.client;
    const asked: string[] = [];
    for (const [template, item] of Object.entries(document.paths ?? {})) {
      for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
        const path = template.replace(/\{[^}]*\}/g, '1');
        const bodies = operation.requestBody ? [{}, ...sampleBodies] : [undefined];
        for (const query of [
          '',
          ...(operation.parameters ?? []).flatMap((given) => queriesOf(given, document)),
        ])
          for (const body of bodies) {
            if (method === 'delete') continue;
            await stage.client.send(method.toUpperCase(), `${path}${query}`, body);
            asked.push(`${method} ${path}${query}`);
          }
      }
    }
    expect(asked).toEqual(expect.arrayContaining(['get /bills/1/lines', 'get /lines', 'post /lines']));
    expect(asked.length).toBeGreaterThan(30);
  });
});

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { readonly enum?: readonly string[]; readonly type?: unknown };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
}

const sampleBodies = [
  { name: 'three', lines: [1] },
  { name: 'three', add_lines: [1], remove_lines: [2] },
  { billId: 2, place: 7, text: 'x' },
  { billId: 2, place: 8, text: 'x', bill: 1 },
  { text: 'x', bill: 1, place: 9 },
  { billId: 99, place: 1, text: 'x' },
];

/** A query for each value that the document has for a parameter, or for a plain one. */
function queriesOf(given: Parameter, document: object): string[] {
  const reference = given.$ref?.split('/').slice(1) ?? [];
  const found = reference.reduce<unknown>(
    (part, key) => (part as Record<string, unknown>)[key],
    reference.length > 0 ? document : given,
  ) as Parameter;
  if (found.in !== 'query' || found.name === undefined) return [];
  const values = found.schema?.enum ?? ['1', 'a', 'true'];
  return values.map((value) => `?${found.name ?? ''}=${encodeURIComponent(value)}`);
}

@Entity()
class Place {
  @PrimaryColumn()
  row!: number;

  @PrimaryColumn()
  column!: number;
}

/** Its foreign key has both columns. */
@Entity()
class Guest {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Place, { nullable: true })
  place!: Relation<Place> | null;
}

test.each(databaseNames)(
  '%s: a foreign key of two columns is refused at the start, by name',
  async (name) => {
    const database = await openDatabase(name, [Place, Guest]);
    try {
      const build = () => createApi(database.dataSource, { logger: { error: () => 0, warn: () => 0 } });
      expect(build).toThrow(SchemaError);
      expect(build).toThrow(/Guest\.place.*more than one column.*@Skip\(\)/);
    } finally {
      await database.close();
    }
  },
);
