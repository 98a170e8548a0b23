// POST /stations/1/accessions: the path names the station, so that no key of the body does, neither an id nor an object.
import { EdgeCreate, NestedCreate } from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Station {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) name!: string;
  @OneToMany(() => Accession, (accession) => accession.station)
  @EdgeCreate()
  @NestedCreate()
  accessions!: Relation<Accession[]>;
}

@Entity()
class Accession {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) code!: string;
  @ManyToOne(() => Station, (station) => station.accessions, { nullable: false })
  @NestedCreate()
  station!: Relation<Station>;
}

const fixture = {
  entities: [Station, Accession],
  options: {},
  fill: () => Promise.resolve(),
};

onEachDatabase(fixture, (stage) => {
  test.each([{ name: 'Other' }, 1])(
    'the station %j is an unknown key, in both ways to create',
    async (station) => {
      await stage.client.post('/stations', { name: 'Kew' });
      const body = { code: 'a', station };
      const under = await stage.client.post('/stations/1/accessions', body);
      expect(expectProblem(under, 400, 'invalid_request')).toMatchObject([
        { pointer: '/station', code: 'unknown_key' },
      ]);
      const nested = await stage.client.post('/stations', { name: 'Kew', accessions: [body] });
      expect(expectProblem(nested, 400, 'invalid_request')).toMatchObject([
        { pointer: '/accessions/0/station', code: 'unknown_key' },
      ]);
      const own = await stage.client.post('/stations/1/accessions', { code: 'a' });
      expect(own.status).toBe(201);
      // An accession by itself still takes its station.
      expect((await stage.client.post('/accessions', { code: 'b', station })).status).toBe(201);
    },
  );

  test('the document has no such key', () => {
    const { paths, components } = stage.client.document as unknown as {
      paths: Record<string, unknown>;
      components: unknown;
    };
    const text = JSON.stringify(paths['/stations/{id}/accessions']);
    const name = /#\/components\/schemas\/(\w+)"/.exec(text.slice(text.indexOf('requestBody')))?.[1] ?? '';
    const { schemas } = components as { schemas: Record<string, { properties: object }> };
    expect(Object.keys(schemas[name]?.properties ?? {})).toEqual(['code']);
  });
});
