// Filters: each predicate, their combination, groups, and filters across edges.
import { valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectIds, expectRefused, getPredicates } from '../../support/filter-cases.js';
import { festival } from '../../support/fixtures/festival.js';
import { library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

/** Each query with the values that remain, in the order of the list. */
type Cases = readonly (readonly [query: string, values: readonly unknown[]])[];

function filters(stage: Stage, path: string, field: string, cases: Cases): void {
  test.each(cases)(`${path}?%s`, async (query, values) => {
    const answer = await stage.client.get(`${path}?${query}`);
    expect({ status: answer.status, values: valuesOf(answer, field) }).toEqual({ status: 200, values });
    expect(answer.json).toMatchObject({ total_count: values.length });
  });
}

const odd = '50%_off!';

forEachDatabase(petstore, (stage) => {
  describe('a predicate on a field', () => {
    filters(stage, '/pets', 'name', [
      ['type.eq=DOG', ['Rex', 'Rexona']],
      ['type.neq=DOG', ['Mia', 'Bubbles', odd]],
      ['type.in=CAT&type.in=FISH', ['Mia', 'Bubbles']],
      ['type.notIn=DOG&type.notIn=CAT', ['Bubbles', odd]],
      ['age.eq=3', ['Rex', odd]],
      ['age.gt=3', ['Mia', 'Rexona']],
      ['age.gte=5', ['Mia', 'Rexona']],
      ['age.lt=3', ['Bubbles']],
      ['age.lte=3', ['Rex', 'Bubbles', odd]],
      ['age.in=1&age.in=7', ['Rexona', 'Bubbles']],
      ['name.eq=Rex', ['Rex']],
      ['name.eq=rex', []],
      ['name.ieq=rEX', ['Rex']],
      ['name.has=ex', ['Rex', 'Rexona']],
      ['name.has=EX', []],
      ['name.ihas=EX', ['Rex', 'Rexona']],
      ['name.prefix=Rex', ['Rex', 'Rexona']],
      ['name.prefix=ex', []],
      ['name.suffix=a', ['Mia', 'Rexona']],
      ['name.suffix=on', []],
    ]);
  });

  describe('the characters of LIKE are ordinary characters', () => {
    filters(stage, '/pets', 'name', [
      ['name.has=%25', [odd]],
      ['name.ihas=%25', [odd]],
      ['name.has=_', [odd]],
      ['name.has=%25_', [odd]],
      ['name.suffix=!', [odd]],
      ['name.prefix=5_', []],
      ['name.has=%5C', []],
      ['name.has=R%25x', []],
    ]);
  });

  describe('values are decoded once and only as form values', () => {
    filters(stage, '/pets', 'name', [
      ['name.eq=50%25_off!', [odd]],
      ['name.eq=Rex;sort=id', []],
      ['name.in=Rex,Mia', []],
      ["name.eq=');--", []],
    ]);
  });

  describe('different filters are combined with AND, or as filter_op says', () => {
    filters(stage, '/pets', 'name', [
      ['age.gt=2&age.lt=6&type.neq=DOG', ['Mia', odd]],
      ['type.neq=DOG&age.lt=6&age.gt=2', ['Mia', odd]],
      ['filter_op=and&type.eq=DOG&age.eq=7', ['Rexona']],
      ['filter_op=or&type.eq=CAT&age.eq=1', ['Mia', 'Bubbles']],
    ]);
  });

  describe('across a unique edge', () => {
    filters(stage, '/pets', 'name', [
      ['owner.username.eq=ada', ['Rex', 'Mia']],
      ['owner.username.neq=ada', ['Rexona', odd]],
      ['owner.type.eq=USER&type.eq=DOG', ['Rexona']],
      ['has.owner=true', ['Rex', 'Mia', 'Rexona', odd]],
      ['has.owner=false', ['Bubbles']],
    ]);
  });

  describe('a group is OR inside and AND with everything else', () => {
    filters(stage, '/users', 'username', [
      ['search.ihas=ADA', ['ada', 'cleo']],
      ['search.ihas=zoo', ['ben']],
      ['search.eq=Ben%20Okri', ['ben']],
      ['type.eq=USER&search.ihas=ada', ['cleo']],
      ['type.eq=SYSTEM&search.ihas=zoo', []],
    ]);
  });

  describe('across a non-unique edge', () => {
    filters(stage, '/users', 'username', [
      ['pets.type.eq=DOG', ['ada', 'ben']],
      ['pets.age.gt=0', ['ada', 'ben']],
      ['has.pets=false', ['cleo']],
      ['pets.type.eq=DOG&pets.age.eq=3', ['ada']],
    ]);

    test('several filters hold for one and the same related row', async () => {
      const answer = await stage.client.get('/users?pets.type.eq=CAT&pets.age.eq=3');
      expect(valuesOf(answer, 'username')).toEqual([]);
    });
  });

  test('a predicate that not all members of a group share does not exist', async () => {
    expect((await stage.client.get('/users?search.in=ada')).status).toBe(400);
  });
});

forEachDatabase(library, (stage) => {
  describe('null', () => {
    filters(stage, '/authors', 'name', [
      ['penName.null=true', ['Bob']],
      ['penName.null=false', ['Ann', 'Cat']],
      ['penName.neq=X', ['Ann', 'Cat']],
      ['mentor.null=true', ['Ann']],
      ['mentor.null=false', ['Bob', 'Cat']],
      ['mentor.penName.null=false', ['Bob', 'Cat']],
      ['mentor.penName.null=true', []],
    ]);
  });

  describe('across an edge to the entity itself', () => {
    filters(stage, '/authors', 'name', [
      ['mentor.name.eq=Ann', ['Bob', 'Cat']],
      ['mentor.name.eq=Ann&name.eq=Bob', ['Bob']],
    ]);
  });

  describe('across a many-to-many edge, without multiplying rows', () => {
    filters(stage, '/books', 'title', [
      ['tags.label.eq=bio', ['Alpha', 'Gamma']],
      ['tags.label.neq=cooking', ['Alpha', 'Gamma']],
      ['has.tags=false', ['Beta']],
    ]);
  });

  describe('a group that reaches across an edge', () => {
    filters(stage, '/books', 'title', [
      ['text.ihas=ann', ['Alpha', 'Beta']],
      ['text.has=Gam', ['Gamma']],
      ['text.ihas=b', ['Beta', 'Gamma']],
    ]);
  });

  describe('booleans, dates and numbers that may be absent', () => {
    filters(stage, '/books', 'title', [
      ['inPrint.eq=false', ['Beta']],
      ['inPrint.eq=true', ['Alpha', 'Gamma']],
      ['published.eq=2001-02-03', ['Alpha']],
      ['published.gte=2001-02-03', ['Alpha', 'Gamma']],
      ['published.lt=2001-02-03', []],
      ['pages.null=true', ['Beta']],
      ['pages.lte=100', ['Alpha']],
    ]);
  });
});

forEachDatabase({ ...petstore, options: { ...petstore.options, defaultFilterID: true } }, (stage) => {
  describe('with the option defaultFilterID', () => {
    filters(stage, '/pets', 'id', [
      ['id.eq=2', [2]],
      ['id.neq=2', [1, 3, 4, 5]],
      ['id.in=1&id.in=3', [1, 3]],
      ['id.notIn=1&id.notIn=3', [2, 4, 5]],
    ]);
  });
});

onEachDatabase(festival, (stage) => {
  describe('Filtering', () => {
    describe('every predicate on the types it fits', () => {
      expectIds(stage, [
        ['/performances?day.eq=2027-07-02', [1]],
        ['/performances?day.neq=2027-07-02', [2, 3]],
        ['/performances?day.in=2027-07-02&day.in=2027-07-03', [1, 3]],
        ['/performances?day.notIn=2027-07-02&day.notIn=2027-07-03', [2]],
        ['/performances?startsAt.gte=21:30:00', [1]],
        ['/performances?startsAt.lt=21:30:00', []],
        ['/performances?minutes.gt=45', [2]],
        ['/performances?loudness.lte=99.5', [2]],
        ['/performances?cancelled.eq=true', [3]],
        ['/festivals?status.eq=ANNOUNCED', [1]],
        ['/festivals?status.in=DRAFT&status.in=OVER', [2]],
        ['/festivals?budget.gt=1000', [1]],
        ['/festivals?budget.lt=999.99', []],
        ['/festivals?createdAt.gt=2001-01-01T00:00:00Z', [2, 1]],
        ['/festivals?createdAt.lt=2001-01-01T00:00:00%2B01:00', []],
        ['/festivals?address.city.eq=Riverton', [1]],
        ['/line-up?name.prefix=Ga', [1]],
        ['/line-up?name.suffix=ers', [1, 2]],
        ['/line-up?name.ieq=gaFFers', [1]],
        ['/line-up?name.has=ers', [1, 2]],
        ['/line-up?name.has=ERS', []],
        ['/line-up?fee.gte=1500', [1]],
        ['/visitors?nickname.null=true', [2]],
        ['/visitors?email.eq=ANN@example.com', [1]],
        ['/reviews?visitorId.eq=1', [undefined]],
      ]);
    });

    describe('% and _ are ordinary characters', () => {
      expectIds(stage, [
        ['/visitors?nickname.prefix=C%25', [3]],
        ['/visitors?nickname.suffix=_!', [3]],
        ['/visitors?nickname.prefix=_', []],
        ['/visitors?nickname.prefix=%25', []],
      ]);
    });

    describe('neq and notIn do not match NULL', () => {
      expectIds(stage, [['/performances?startsAt.neq=00:00:00', [1]]]);
    });

    describe('has.<edge> and <edge>.null', () => {
      expectIds(stage, [
        ['/line-up?has.genres=false', [2]],
        ['/line-up?genres.null=true', [2]],
        ['/line-up?genres.null=false', [1, 3]],
        ['/visitors?has.wristband=true', [1]],
        ['/tickets?visitor.null=true', [3]],
        ['/tickets?has.visitor=true', [1, 2]],
        ['/genres?parent.null=true', ['rock', 'jazz']],
        ['/festivals?has.stages=true', [2, 1]],
      ]);
    });

    describe('null=false on an edge field: related, and that field is not null', () => {
      expectIds(stage, [
        ['/tickets?visitor.nickname.null=false', [1, 2]],
        ['/tickets?visitor.nickname.null=true', []],
      ]);
    });

    describe('several filters across a non-unique edge hold for one and the same row', () => {
      expectIds(stage, [
        ['/festivals?stages.name.eq=Barn&stages.covered.eq=true', [1]],
        ['/festivals?stages.name.eq=Main&stages.covered.eq=true', []],
      ]);
    });

    describe('edges never multiply rows', () => {
      expectIds(stage, [['/festivals?stages.capacity.gt=0', [2, 1]]]);
    });

    describe('values are parsed by the type before any SQL', () => {
      expectRefused(stage, [
        '/festivals?days.gt=12abc',
        '/festivals?days.gt=1.5',
        '/festivals?days.gt=99999',
        '/festivals?status.eq=Draft',
        '/festivals?name.eq=a&name.eq=b',
        '/festivals?status.in=',
        '/festivals?name.eq=%zz',
        '/festivals?budget.gt=1e3',
        '/performances?cancelled.eq=1',
        '/performances?day.eq=2027-02-30',
        '/performances?startsAt.eq=10:60:00',
        '/stages?festival.id.eq=x',
      ]);
    });

    test('the answer for hidden, skipped, unfilterable and unknown names is the same', async () => {
      const names = ['passphrase', 'internalNotes', 'website', 'nosuch'];
      const answers = names.map(async (name) => {
        const answer = await stage.client.get(`/festivals?${name}.eq=x`);
        const faults = expectProblem(answer, 400, 'invalid_request');
        expect(places(faults)).toEqual([`${name}.eq`]);
        return faults.map((fault) => ({
          ...fault,
          parameter: '',
          detail: fault.detail.replaceAll(name, ''),
        }));
      });
      expect(new Set((await Promise.all(answers)).map((faults) => JSON.stringify(faults))).size).toBe(1);
    });

    test('ids are filterable with defaultFilterID: eq, neq, in, notIn', () => {
      expect(getPredicates(stage, 'GET /festivals', 'id')).toEqual(['eq', 'neq', 'in', 'notIn']);
    });
  });
});

onEachDatabase(petstore, (stage) => {
  test('ids are not filterable without defaultFilterID', async () => {
    expectProblem(await stage.client.get('/pets?id.eq=1'), 400, 'invalid_request');
  });
});
