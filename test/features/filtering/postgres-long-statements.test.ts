// On PostgreSQL, a long statement is not compiled (JIT): that could take minutes, which no cancel ends.
import { Filter, FilterContainsWords, FilterEQ, Includable, Where } from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { directStage } from '../../support/direct-stage.js';

@Entity()
@Where()
class Probe {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  @Filter(FilterEQ, FilterContainsWords)
  name!: string;

  /** As the statement that reads it is planned with. */
  @VirtualColumn({ query: () => "SELECT current_setting('jit')", type: 'text' })
  compiles!: string;

  @OneToMany(() => Part, (part) => part.probe)
  @Includable()
  parts!: Relation<Part>[];
}

@Entity()
@Where()
class Part {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40, default: '' })
  @Filter(FilterContainsWords)
  name!: string;

  @VirtualColumn({ query: () => "SELECT current_setting('jit')", type: 'text' })
  compiles!: string;

  @ManyToOne(() => Probe, (probe) => probe.parts)
  probe!: Relation<Probe>;
}

describe('a long statement', () => {
  const probes = {
    entities: [Probe, Part],
    options: {},
    fill: async (dataSource: DataSource) => {
      await dataSource.getRepository(Probe).insert([{ name: 'a b c d e f g h' }]);
      await dataSource.getRepository(Part).insert([{ name: 'a b c d e f g h', probe: { id: 1 } }]);
    },
  };
  const stage = directStage('postgres', probes);

  test('is not compiled, and every other is as the server is set', async () => {
    const [{ jit }] = await stage.database.dataSource.query<[{ jit: string }]>('SHOW jit');
    const long = encodeURIComponent(
      JSON.stringify({ and: Array.from({ length: 10 }, () => ({ 'name.words': 'a b c d e f g h' })) }),
    );
    for (let times = 0; times < 3; times++) {
      expect(contentOf(await stage.client.get(`/probes?where=${long}`))).toMatchObject([{ compiles: 'off' }]);
      expect(contentOf(await stage.client.get('/probes?name.eq=a b c d e f g h'))).toMatchObject([
        { compiles: jit },
      ]);
      // The first statement of a snapshot is short, a further one is long.
      const included = await stage.client.get(`/probes?include=parts&parts.where=${long}`);
      expect(contentOf(included)).toMatchObject([{ compiles: jit, edges: { parts: [{ compiles: 'off' }] } }]);
      expect((await stage.client.get('/probes/1')).json).toMatchObject({ compiles: jit });
    }
  });
});
