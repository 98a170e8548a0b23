// The fields of an entity are in the order in which its class declares them: embedded objects, ids of relations and columns of
// a parent class included.
import {
  Column,
  Entity,
  ManyToOne,
  PrimaryGeneratedColumn,
  RelationId,
  VirtualColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';

class Span {
  @Column()
  from!: number;

  @Column()
  to!: number;
}

class Place {
  @Column()
  city!: string;

  @Column(() => Span)
  floors!: Span;

  @Column()
  zip!: string;
}

abstract class Row {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity()
class Firm extends Row {
  @Column()
  name!: string;
}

@Entity()
class Office extends Row {
  @Column(() => Place)
  place!: Place;

  @RelationId((office: Office) => office.firm)
  firmId!: number | null;

  @Column()
  name!: string;

  @ManyToOne(() => Firm)
  firm!: Relation<Firm> | null;

  @VirtualColumn({ type: 'int', query: () => 'SELECT 7' })
  seats!: number;

  @Column()
  note!: string;
}

const fixture = {
  entities: [Office, Firm],
  options: {},
  fill: async (dataSource: DataSource) => {
    const place = { city: 'Rome', floors: { from: 1, to: 2 }, zip: '1' };
    await dataSource.getRepository(Office).save({ place, firm: null, name: 'a', note: 'b' });
  },
};

const order =
  '{"id":1,"place":{"city":"Rome","floors":{"from":1,"to":2},"zip":"1"},"firmId":null,"name":"a","seats":7,"note":"b","edges":{}}';

forEachDatabase(fixture, (stage) => {
  test('in an entity and in a list', async () => {
    expect(JSON.stringify((await stage.client.get('/offices/1')).json)).toBe(order);
    expect(JSON.stringify(contentOf(await stage.client.get('/offices')))).toBe(`[${order}]`);
  });
});
