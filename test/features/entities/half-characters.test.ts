// Rules of class-validator throw on half of a surrogate pair: they are not asked about it.
import { IsEmail } from 'class-validator';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Member {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', nullable: true })
  @IsEmail({}, { message: 'An address, please.' })
  email!: string | null;

  @Column({ type: 'simple-array', nullable: true })
  @IsEmail({}, { each: true })
  others!: string[] | null;
}

const members: Fixture = {
  entities: [Member],
  options: {},
  fill: async ({ manager }) => {
    await manager.insert(Member, {});
  },
};

forEachDatabase(members, (stage) => {
  test.each([
    ['/email', { email: 'a\ud800@example.com' }],
    ['/others/0', { others: ['a\ud800@example.com'] }],
  ])('half a character at %s is one fault', async (pointer, body) => {
    const detail = 'Text must not contain NUL or an unpaired surrogate.';
    for (const answer of [
      await stage.client.post('/members', body),
      await stage.client.patch('/members/1', body),
    ])
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([{ pointer, code: 'invalid', detail }]);
  });
});
