// A column may have the name of an edge that is stored in another column, as in tables older than their entities.
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { forEachDatabase } from '../../support/for-each-database.js';

@Entity()
class Keeper {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity()
class Animal {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ name: 'keeper', type: 'varchar', nullable: true })
  keeperName!: string | null;

  @ManyToOne(() => Keeper, { nullable: true })
  keeper!: Relation<Keeper> | null;
}

const zoo = { entities: [Keeper, Animal], options: {}, fill: () => Promise.resolve() };

forEachDatabase(zoo, (stage) => {
  test('each is written to its own column', async () => {
    await stage.client.post('/keepers', {});
    await stage.client.post('/animals', { keeperName: 'Ann' });
    await stage.client.patch('/animals/1', { keeperName: 'Bob' });
    await stage.client.patch('/animals/1', { keeper: 1 });
    expect((await stage.client.get('/animals/1')).json).toMatchObject({ id: 1, keeperName: 'Bob' });
    expect((await stage.client.get('/animals/1/keeper')).json).toMatchObject({ id: 1 });
  });
});
