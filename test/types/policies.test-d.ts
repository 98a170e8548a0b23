// Which policies compile. Checked by `npm run typecheck`; nothing here runs.
// Each refused line carries `@ts-expect-error`, so a type that grows too lenient breaks the build.
import { notNull, policyFor, type PolicyRequest } from '@decorest/core';
import type { Relation } from 'typeorm';

abstract class Team {
  abstract id: string;
  abstract name: string;
  abstract members: Member[];
}

abstract class Member {
  abstract id: number;
  abstract name: string;
  abstract team: Relation<Team>;
}

abstract class Note {
  abstract id: number;
  abstract title: string;
  abstract kind: 'DRAFT' | 'FINAL';
  abstract stars: number | null;
  abstract open: boolean;
  abstract publishedAt: Date | null;
  abstract writtenAt: Date;
  abstract author: Relation<Member> | null;
  abstract readers: Member[];
  abstract place: { city: string };
  abstract words: string[];
}

interface Who {
  readonly memberId: number;
  readonly teams: readonly string[];
  readonly admin: boolean;
}

policyFor(Note, () => true);
policyFor(Note, () => false);
policyFor(Note, ({ state }: PolicyRequest<Who>) => ({ author: state.memberId }));
policyFor(Note, ({ state }: PolicyRequest<Who>) => state.admin || { author: state.memberId, kind: 'DRAFT' });
policyFor(Note, ({ state }: PolicyRequest<Who>) => [{ open: true }, { readers: state.memberId }]);
policyFor(Note, async ({ state }: PolicyRequest<Who>) => ({ author: { team: [...state.teams] } }));
policyFor(Note, ({ state }: PolicyRequest<Who>) => ({ author: { team: state.teams } }));
policyFor(Note, () => ({ kind: ['DRAFT', 'FINAL'], stars: null, publishedAt: notNull }));
policyFor(Note, () => ({ stars: [null, 3], author: [null, 7, { name: 'Ada' }] }));
policyFor(Note, () => ({ readers: { team: { name: 'Red' } }, place: { city: 'Paris' } }));
policyFor(Team, () => ({ id: 'red', members: [1, 2] }));

// @ts-expect-error a name the entity does not have
policyFor(Note, () => ({ writer: 7 }));
// @ts-expect-error a name the entity does not have, beside one it has
policyFor(Note, () => ({ title: 'A', writer: 7 }));
// @ts-expect-error inside a list
policyFor(Note, () => [{ title: 'A' }, { title: 'B', writer: 7 }]);
// @ts-expect-error across an edge
policyFor(Note, () => ({ author: { name: 'Ada', nick: 'A' } }));
// @ts-expect-error across an edge to many
policyFor(Note, () => ({ readers: { name: 'Ada', nick: 'A' } }));
// @ts-expect-error a value of another type
policyFor(Note, () => ({ title: 7 }));
// @ts-expect-error not a value of the enum
policyFor(Note, () => ({ kind: 'LOST' }));
// @ts-expect-error the id of a member is a number
policyFor(Note, () => ({ author: 'ada' }));
// @ts-expect-error the id of a team is a string
policyFor(Note, () => ({ author: { team: 1 } }));
// @ts-expect-error never null
policyFor(Note, () => ({ title: null }));
// @ts-expect-error never null
policyFor(Note, () => ({ title: notNull }));
// @ts-expect-error perhaps undefined
policyFor(Note, ({ state }: PolicyRequest<{ memberId?: number }>) => ({ author: state.memberId }));
// @ts-expect-error dates are not compared
policyFor(Note, () => ({ writtenAt: new Date() }));
// @ts-expect-error lists in a column are not compared
policyFor(Note, () => ({ words: ['a'] }));
// @ts-expect-error not a condition
policyFor(Note, () => 'all');
// @ts-expect-error nothing at all
policyFor(Note, () => undefined);
