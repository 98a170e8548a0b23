// `words`: every word in the field, or in any member of a group each; phrases, limits, edges, and `filter_op`.
import { Filter, FilterContainsWords, FilterEdge, FilterEQ, FilterGroup } from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectIds, expectRefused } from '../../support/filter-cases.js';
import { operationIn } from '../../support/document-parts.js';
import { expectProblem } from '../../support/problem.js';
import type { Fixture } from '../../support/for-each-database.js';

@Entity()
class Person {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', nullable: true })
  @Filter(FilterContainsWords, FilterEQ)
  @FilterGroup('search')
  name!: string | null;

  @Column() @Filter(FilterContainsWords) @FilterGroup('search') city!: string;

  @OneToMany(() => Dog, (dog) => dog.owner) @Filter(FilterEdge) @FilterGroup('search') dogs!: Dog[];
}

@Entity()
class Dog {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Filter(FilterContainsWords, FilterEQ) @FilterGroup('search') name!: string;
  @ManyToOne(() => Person, (person) => person.dogs, { nullable: false }) owner!: Relation<Person>;
}

const people: Fixture = {
  entities: [Person, Dog],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Person).save([
      { name: 'Ada Cohen', city: 'Bergen' },
      { name: 'Cohen, Adam', city: 'Tartu 100%' },
      { name: null, city: 'Ada' },
      { name: 'Bo', city: 'New  York' },
    ]);
    await dataSource.getRepository(Dog).save([
      { name: 'Rex Minor', owner: { id: 1 } },
      { name: 'Otto', owner: { id: 1 } },
      { name: 'Rex', owner: { id: 2 } },
    ]);
  },
};

onEachDatabase(people, (stage) => {
  expectIds(stage, [
    ['/people?name.words=ada', [1, 2]],
    ['/people?name.words=COHEN+ada', [1, 2]],
    ['/people?name.words=ada+COHEN+ada', [1, 2]],
    ['/people?name.words=%22ada+cohen%22', [1]],
    ['/people?name.words=ada%09%C2%A0adam', [2]],
    ['/people?name.words=ada+bo', []],
    ['/people?city.words=100%25', [2]],
    ['/people?city.words=%22new++york%22', [4]],
    ['/people?city.words=%22new+york%22', []],
    // In a group, each word is in any member.
    ['/people?search.words=ada+bergen', [1]],
    ['/people?search.words=ada+cohen', [1, 2]],
    ['/people?search.words=ada+rex', [1, 2]],
    ['/people?search.words=rex+otto+bergen', [1]],
    ['/people?search.words=rex', [1, 2]],
    ['/people?search.words=ada', [1, 2, 3]],
    // Across an edge, all words are in the field of one and the same row.
    ['/people?dogs.name.words=rex+minor', [1]],
    ['/people?dogs.name.words=rex+otto', []],
    ['/people?dogs.name.words=rex&dogs.name.eq=Rex', [2]],
    ['/people?search.words=ada+tartu&name.eq=Bo&filter_op=or', [2, 4]],
    ['/people?dogs.name.words=rex+otto&dogs.name.eq=Otto&filter_op=or', [1]],
    ['/people?name.words=a+d+a+c+o+h+e+n', [1, 2]],
  ]);

  expectRefused(stage, [
    '/people?name.words=',
    '/people?name.words=+%09',
    '/people?name.words=a+b+c+d+e+f+g+h+i',
    '/people?search.words=a+b+c+d+e+f+g+h+i',
    '/people?name.words=a&name.words=b',
    '/people?id.words=1',
  ]);

  test('says what is wrong', async () => {
    const faults = expectProblem(
      await stage.client.get('/people?name.words=1+2+3+4+5+6+7+8+9&search.words=+'),
      400,
      'invalid_request',
    );
    expect(faults).toEqual([
      { parameter: 'name.words', code: 'too_many', detail: "'name.words' has more than 8 words." },
      { parameter: 'search.words', code: 'malformed_parameter', detail: "'search.words' needs a word." },
    ]);
  });

  test('the number of words is 1, 2, 4 or 8 in statements', async () => {
    const sizes = new Set<number>();
    for (let count = 1; count <= 8; count += 1) {
      stage.database.statements.clear();
      await stage.client.get(`/people?search.words=${new Array(count).fill('ada').join('+')}`);
      for (const text of stage.database.statements.texts) sizes.add(text.match(/like/gi)?.length ?? 0);
    }
    expect(sizes.size).toBe(4);
  });

  test('the document types it as a text with a word', () => {
    const parameter = operationIn(stage.client.document, 'GET /people')?.query ?? [];
    expect(parameter).toContain('search.words');
    const { parameters } = stage.client.document.components ?? {};
    expect(parameters?.['Person.search.words']).toMatchObject({
      schema: { type: 'string', pattern: expect.stringMatching(/^\[\^[^]+\]$/u) as unknown },
      description: expect.stringMatching(
        /^Each word occurs in one of `name`, `city`, `dogs.name`, ignoring case/,
      ),
    });
  });
});
