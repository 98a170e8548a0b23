// Each predicate finds what it says, and each group is its members that fit the field.
import {
  Filter,
  FilterContains,
  FilterContainsFold,
  FilterContainsWords,
  FilterEdge,
  FilterEQ,
  FilterEqualFold,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterGroupNil,
  FilterGT,
  FilterGTE,
  FilterHasPrefix,
  FilterHasSuffix,
  FilterIn,
  FilterIsNil,
  FilterLT,
  FilterLTE,
  FilterNEQ,
  FilterNotIn,
  createApi,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';

@Entity()
class Dog {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', nullable: true })
  @Filter(FilterEQ, FilterNEQ, FilterIn, FilterNotIn, FilterIsNil)
  @Filter(FilterEqualFold, FilterContains, FilterContainsFold, FilterHasPrefix, FilterHasSuffix)
  @Filter(FilterContainsWords)
  name!: string | null;

  @Column('int')
  @Filter(FilterGT, FilterGTE, FilterLT, FilterLTE)
  age!: number;

  @ManyToOne(() => Dog, (dog) => dog.puppies, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  mother!: Relation<Dog> | null;

  @OneToMany(() => Dog, (dog) => dog.mother) @Filter(FilterGroupNil) puppies!: Dog[];
}

@Entity()
class Sample {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', nullable: true }) @Filter(FilterGroupNil) nilText!: string | null;
  @Column() @Filter(FilterGroupEqualExact) exactText!: string;
  @Column('int') @Filter(FilterGroupEqualExact) exactNumber!: number;
  @Column('boolean') @Filter(FilterGroupEqualExact) exactFlag!: boolean;
  @Column({ type: 'varchar', nullable: true }) @Filter(FilterGroupContains) containsText!: string | null;
  @Column() @Filter(FilterGroupEqual) equalText!: string;
  @Column('date') @Filter(FilterGroupEqual) equalDay!: string;
  @Column('int') @Filter(FilterGroupLength) lengthNumber!: number;
  @Column() @Filter(FilterGroupArray) arrayText!: string;
}

const kennel: Fixture = {
  entities: [Dog, Sample],
  options: {},
  fill: async (dataSource) => {
    const dogs = dataSource.getRepository(Dog);
    await dogs.insert({ name: 'Rex', age: 3 });
    await dogs.insert({ name: 'rexie', age: 5, mother: { id: 1 } });
    await dogs.insert({ name: null, age: 8, mother: { id: 1 } });
    await dogs.insert({ name: '50%_Rex', age: 8, mother: { id: 2 } });
  },
};

forEachDatabase(kennel, (stage) => {
  test.each([
    ['FilterEQ', 'name.eq=Rex', [1]],
    ['FilterNEQ', 'name.neq=Rex', [2, 4]],
    ['FilterIn', 'name.in=Rex&name.in=rexie', [1, 2]],
    ['FilterNotIn', 'name.notIn=Rex&name.notIn=rexie', [4]],
    ['FilterGT', 'age.gt=5', [3, 4]],
    ['FilterGTE', 'age.gte=5', [2, 3, 4]],
    ['FilterLT', 'age.lt=5', [1]],
    ['FilterLTE', 'age.lte=5', [1, 2]],
    ['FilterIsNil', 'name.null=true', [3]],
    ['FilterIsNil', 'name.null=false', [1, 2, 4]],
    ['FilterIsNil', 'mother.null=true', [1]],
    ['FilterEqualFold', 'name.ieq=REX', [1]],
    ['FilterContains', 'name.has=%25_R', [4]],
    ['FilterContainsFold', 'name.ihas=REX', [1, 2, 4]],
    ['FilterHasPrefix', 'name.prefix=Re', [1]],
    ['FilterHasSuffix', 'name.suffix=ex', [1, 4]],
    ['FilterContainsWords', 'name.words=REX+50%25', [4]],
    ['FilterEdge', 'mother.name.eq=Rex', [2, 3]],
    ['FilterEdge', 'has.mother=false', [1]],
    ['FilterGroupNil', 'puppies.null=false', [1, 2]],
  ])('%s: %s', async (_, query, ids) => {
    expect(valuesOf(await stage.client.get(`/dogs?${query}`), 'id')).toEqual(ids);
  });

  test.each([
    ['FilterGroupNil', 'nilText', ['null']],
    ['FilterGroupEqualExact', 'exactText', ['eq', 'neq', 'ieq']],
    ['FilterGroupEqualExact', 'exactNumber', ['eq', 'neq']],
    ['FilterGroupEqualExact', 'exactFlag', ['eq']],
    ['FilterGroupContains', 'containsText', ['null', 'has', 'ihas']],
    ['FilterGroupEqual', 'equalText', ['eq', 'neq', 'ieq', 'has', 'ihas', 'prefix', 'suffix']],
    ['FilterGroupEqual', 'equalDay', ['eq', 'neq']],
    ['FilterGroupLength', 'lengthNumber', ['gt', 'gte', 'lt', 'lte']],
    ['FilterGroupArray', 'arrayText', ['in', 'notIn']],
  ])('%s on %s is %j', (_, field, suffixes) => {
    const sample = createApi(stage.dataSource).model.entities.find(({ name }) => name === 'Sample');
    const offered = sample?.filters.flatMap(({ name }) =>
      name.startsWith(`${field}.`) ? [name.split('.')[1]] : [],
    );
    expect(offered).toEqual(suffixes);
  });
});
