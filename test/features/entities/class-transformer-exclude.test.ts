// class-transformer's `@Exclude`: honoured where it means exactly one thing here, refused at the start where it does not.
import { createApi, Filter, FilterEQ, Skip } from '@decorest/core';
import { Exclude, Expose } from 'class-transformer';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem, places } from '../../support/problem.js';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

class Contact {
  @Column({ length: 40, default: '' })
  city!: string;

  @Column({ length: 40, default: '' })
  @Exclude({ toPlainOnly: true })
  phone!: string;
}

@Entity()
class Member {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  @Expose({ name: 'called' })
  name!: string;

  @Column({ length: 40 })
  @Exclude({ toPlainOnly: true })
  password!: string;

  @Column({ default: 7 })
  @Exclude({ toClassOnly: true })
  credit!: number;

  @Column({ length: 40, default: 'hidden' })
  @Exclude()
  @Skip()
  note!: string;

  @Column(() => Contact)
  contact!: Contact;
}

onEachDatabase({ entities: [Member], options: {}, fill: () => Promise.resolve() }, (stage) => {
  const shown = { id: 1, name: 'Ada', credit: 7, contact: { city: 'Bonn' }, edges: {} };

  test('toPlainOnly is taken and never shown, also inside of an embedded object', async () => {
    const contact = { city: 'Bonn', phone: '0228' };
    const created = await stage.client.post('/members', { name: 'Ada', password: 'geheim', contact });
    expect(created.json).toEqual(shown);
    const stored: unknown = await stage.database.dataSource.manager.find(Member);
    expect(stored).toMatchObject([{ password: 'geheim', note: 'hidden', contact }]);
    expect((await stage.client.get('/members/1')).json).toEqual(shown);
    expect(JSON.stringify(stage.client.document.components?.schemas?.Member)).not.toContain('password');
  });

  test('toClassOnly is shown and never taken', async () => {
    const answer = await stage.client.post('/members', { name: 'Bob', password: 'x', credit: 9 });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/credit']);
  });
});

@Entity()
class Club {
  @PrimaryColumn() @Exclude({ toPlainOnly: true }) key!: string;
  @Column() @Exclude() secret!: string;
  @OneToMany(() => Player, ({ club }) => club) @Exclude({ toPlainOnly: true }) players!: Relation<Player>[];
}

@Entity()
class Player {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Exclude({ toPlainOnly: true }) @Filter(FilterEQ) pin!: string;
  @ManyToOne(() => Club, ({ players }) => players) @Exclude({ toClassOnly: true }) club!: Relation<Club>;
}

test('what has no exact meaning is refused, with the line to write', async () => {
  const mistakes = await mistakesOf([Club, Player]);
  expect(mistakes).toContain('Club.key @Exclude: the primary key cannot be hidden');
  expect(mistakes).toContain(
    'Club.secret @Exclude: class-transformer hides it, but the API would show it. Add @Skip()',
  );
  expect(mistakes).toContain('Club.players @Exclude: class-transformer hides it in responses');
  expect(mistakes).toContain('use @EagerLoad(false) and @EdgeEndpoint(false) instead.');
  expect(mistakes).toContain('Player.club @Exclude: class-transformer removes it from bodies');
  expect(mistakes).toContain('Player.pin @Filter: the column is never returned');
});

test('a class that hides all but what it exposes is refused, unless it is skipped', async () => {
  @Entity()
  @Exclude()
  class Hidden {
    @PrimaryGeneratedColumn() id!: number;
    @Column() @Expose() name!: string;
  }
  expect(await mistakesOf([Hidden])).toContain('Hidden @Exclude: class-transformer hides every member');

  @Entity()
  @Exclude()
  @Skip()
  class Skipped extends Hidden {}
  const dataSource = await bareDataSource([Skipped, Member]);
  expect(() => createApi(dataSource)).not.toThrow();
  await dataSource.destroy();
});

test('a parent with one table for its children hides what they exclude', async () => {
  @Entity()
  @TableInheritance({ column: { type: 'varchar', name: 'kind' } })
  class Animal {
    @PrimaryGeneratedColumn() id!: number;
  }
  @ChildEntity()
  class Dog extends Animal {
    @Column({ nullable: true, type: 'varchar' }) @Exclude({ toPlainOnly: true }) chip!: string | null;
  }
  const dataSource = await bareDataSource([Animal, Dog]);
  const { model } = createApi(dataSource);
  const readable = model.entities.flatMap(({ fields }) => fields.filter((field) => field.readable));
  expect(readable.map(({ name }) => name)).not.toContain('chip');
  await dataSource.destroy();
});
