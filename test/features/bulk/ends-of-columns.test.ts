// A bound at the end of what a column holds restricts nothing, nor does the refusal of a value that it cannot hold; what hides,
// or belongs to another edge, restricts.
import {
  Bulk,
  Filter,
  FilterEdge,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  RequireFilter,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

enum Size {
  small = 'small',
  large = 'large',
}

const compared = [FilterGroupEqual, FilterGroupLength, FilterGroupArray] as const;

@Entity()
class Cellar {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) @Filter(...compared) name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
  @OneToMany(() => Cask, (cask) => cask.cellar) casks!: Cask[];
}

@Entity()
@Bulk()
class Cask {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'decimal', precision: 6, scale: 2 }) @Filter(...compared) price!: string;
  @Column('float') @Filter(...compared) mass!: number;
  @Column('double precision') @Filter(...compared) volume!: number;
  @Column('date') @Filter(...compared) day!: string;
  @Column('time') @Filter(...compared) clock!: string;
  @Column({ type: Date, precision: 3 }) @Filter(...compared) at!: Date;
  @Column({ type: 'simple-enum', enum: Size }) @Filter(...compared) size!: Size;
  @Column('boolean') @Filter(FilterGroupEqual) open!: boolean;
  @Column({ type: 'int', nullable: true }) @Filter(...compared, FilterIsNil) rank!: number | null;
  @ManyToOne(() => Cellar, (cellar) => cellar.casks, { nullable: false })
  @Filter(FilterEdge)
  cellar!: Relation<Cellar>;
  @ManyToOne(() => Cellar, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  spare!: Relation<Cellar> | null;
}

@Entity()
@RequireFilter('price.gte')
class Quote {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'decimal', precision: 6, scale: 2, unsigned: true })
  @Filter(FilterGroupLength)
  price!: string;
}

const fixture = {
  entities: [Cellar, Cask, Quote],
  options: { where: true },
  async fill(dataSource: DirectStage['database']['dataSource']) {
    const [seen, gone] = await dataSource.getRepository(Cellar).save([{ name: 'a' }, { name: 'z' }]);
    const at = new Date('2026-01-02T03:04:05.678Z');
    const cask = {
      ...{ price: '1.50', mass: 1.5, volume: 2.5, day: '2026-01-02', clock: '12:00:00', at },
      ...{ size: Size.small, open: true, rank: 7 },
    };
    await dataSource.getRepository(Cask).save([
      { ...cask, cellar: seen!, spare: gone! },
      { ...cask, rank: null, cellar: gone!, spare: null },
    ]);
    await dataSource.getRepository(Cellar).softRemove(gone!);
  },
};

const where = (condition: unknown) => `where=${encodeURIComponent(JSON.stringify(condition))}`;
const isServer = (name: string) => !name.startsWith('sqlite');

onEachDatabase(fixture, (stage) => {
  const most = Math.fround(3.4028234663852886e38);
  const isSingle = stage.name === 'mariadb' || stage.name === 'mysql';
  const mass = isSingle ? most : Number.MAX_VALUE;
  const ofServers = [
    'price.gte=-9999.99',
    'price.gte=-99999',
    'price.lt=10000',
    'price.neq=1.505',
    'price.notIn=10000&price.notIn=0.001',
    where({ or: [{ 'price.lte': '1.00' }, { 'price.gte': '1.01' }] }),
    where({ not: { 'price.eq': '1.505' } }),
  ];
  test.each([
    ...(isServer(stage.name) ? ofServers : []),
    `mass.gte=${encodeURIComponent(-mass)}`,
    `mass.lte=${encodeURIComponent(mass)}`,
    'volume.gte=-1.7976931348623157e308',
    'volume.lte=1.7976931348623157e308',
    'day.gte=0001-01-01',
    'day.lte=9999-12-31',
    `clock.gte=${isSingle ? '-838:59:59' : '00:00:00'}`,
    'at.gte=0001-01-01T00:00:00Z',
    'at.lte=9999-12-31T23:59:59.999Z',
    'size.in=small&size.in=large',
    where({ or: [{ 'open.eq': true }, { 'open.eq': false }] }),
    where({ or: [{ 'size.neq': 'small' }, { 'size.neq': 'large' }] }),
    where({ or: [{ 'price.lt': '5' }, { 'price.gte': '5.00' }] }),
    where({ or: [{ 'volume.lt': 0.1 }, { 'volume.gte': 0.1 }] }),
    where({ or: [{ 'rank.null': true }, { 'rank.lte': 5 }, { 'rank.gt': 5 }] }),
    where({ or: [{ 'rank.null': false }, { not: { 'rank.lt': 5 } }] }),
    where({ or: [{ 'spare.null': true }, { 'has.spare': true }] }),
    where({ or: [{ 'has.spare': false }, { 'some.spare': { 'name.gte': '' } }] }),
    where({ or: [{ 'some.spare': { 'name.eq': 'a' } }, { 'none.spare': { 'name.eq': 'a' } }] }),
    where({ and: [{ or: [{ 'rank.lt': 5 }, { 'rank.gte': 5 }] }, { 'day.gte': '0001-01-01' }] }),
  ])('%s is as no filter', async (query) => {
    const none = await stage.client.patch('/casks', { rank: 1 });
    expect((await stage.client.patch(`/casks?${query}`, { rank: 1 })).json).toEqual(none.json);
    expectProblem(none, 400, 'invalid_request');
  });

  test.each([
    ...(isServer(stage.name) ? [] : ['price.gte=-9999.99', 'price.neq=1.505']),
    'price.gte=-9999.98',
    'price.lt=9999.99',
    'price.neq=1.50',
    'volume.gte=-1.7976931348623155e308',
    'day.gte=0001-01-02',
    'at.gt=0001-01-01T00:00:00Z',
    'clock.lte=23:59:59',
    'size.in=small',
    'has.cellar=true',
    where({ or: [{ 'cellar.name.lt': 'm' }, { 'spare.name.gte': 'm' }] }),
    where({ or: [{ 'rank.null': false }, { 'rank.eq': 3 }] }),
    where({ or: [{ 'rank.lt': 5 }, { 'rank.gt': 5 }] }),
    where({ or: [{ and: [{ 'rank.lt': 5 }, { 'open.eq': true }] }, { 'rank.gte': 5 }] }),
    where({ not: { 'some.spare': { 'name.gte': '' } } }),
  ])('%s restricts', async (query) => {
    const answer = await stage.client.patch(`/casks?${query}&max_affected=0`, { rank: 1 });
    if (answer.status !== 200)
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ parameter: 'max_affected' }]);
  });

  test('a required filter at the end of its column is none', async () => {
    const least = stage.name === 'postgres' ? '-9999.99' : '0';
    const answer = await stage.client.get(`/quotes?price.gte=${least}`);
    if (isServer(stage.name)) expectProblem(answer, 400, 'invalid_request');
    else expect(answer.status).toBe(200);
    expect((await stage.client.get('/quotes?price.gte=0.01')).status).toBe(200);
  });
});
