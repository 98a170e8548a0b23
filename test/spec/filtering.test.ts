// Spec: "Filtering", 1 to 4, and section 5 of the contract: every predicate, every group, combination, edges.
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { operationIn } from '../support/document-parts.js';
import { valuesOf } from '../support/collection.js';
import { festival } from '../support/fixtures/festival.js';
import { petstore } from '../support/fixtures/petstore.js';

import { expectProblem, places } from '../support/problem.js';

/** What is asked, and the ids that remain in the order of the list. */
type Cases = readonly (readonly [target: string, ids: readonly unknown[]])[];

function finds(stage: DirectStage, cases: Cases): void {
  test.each(cases)('%s', async (target, ids) => {
    expect(valuesOf(await stage.client.get(target), 'id')).toEqual(ids);
  });
}

function refuses(stage: DirectStage, targets: readonly string[]): void {
  test.each(targets)('%s is 400', async (target) => {
    stage.database.statements.clear();
    expectProblem(await stage.client.get(target), 400, 'invalid_request');
    expect(stage.database.statements.texts).toEqual([]);
  });
}

/** The predicates the document offers on a field, edge or group of a list. */
function offered(stage: DirectStage, route: string, name: string): string[] {
  const query = operationIn(stage.client.document, route)?.query ?? [];
  return query.filter((parameter) => parameter.startsWith(`${name}.`)).map((p) => p.slice(name.length + 1));
}

onEachDatabase(festival, (stage) => {
  describe('Filtering', () => {
    describe('1. <field>.<predicate>=<value>: eq and ihas', () => {
      finds(stage, [
        ['/festivals?name.eq=Moon%20Fest', [1]],
        ['/festivals?name.ihas=DUNE', [2]],
      ]);
    });

    describe('2. a field is filterable only with @Filter', () => {
      refuses(stage, ['/festivals?website.eq=x', '/festivals?version.eq=1', '/wristbands?balance.eq=1']);
    });

    describe('2. predicates are chosen individually', () => {
      test('FilterEQ and FilterNEQ on an id', () => {
        expect(offered(stage, 'GET /genres', 'id')).toEqual(['eq', 'neq', 'in', 'notIn']);
      });
      refuses(stage, ['/genres?id.has=r', '/visitors?email.neq=a@b.c', '/festivals?budget.eq=1']);
    });

    describe('2. or as groups, of which the members that fit the type remain', () => {
      test.each([
        ['GET /festivals', 'name', ['eq', 'neq', 'ieq', 'has', 'ihas', 'prefix', 'suffix']],
        ['GET /festivals', 'days', ['in', 'notIn', 'gt', 'gte', 'lt', 'lte']],
        ['GET /festivals', 'status', ['eq', 'neq', 'in', 'notIn']],
        ['GET /festivals', 'budget', ['gt', 'gte', 'lt', 'lte', 'null']],
        ['GET /performances', 'startsAt', ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'null']],
        ['GET /performances', 'cancelled', ['eq']],
        ['GET /line-up', 'biography', ['has', 'ihas', 'null']],
        ['GET /visitors', 'nickname', ['null', 'ieq', 'prefix', 'suffix']],
      ])('%s: %s', (route, field, predicates) => {
        expect(offered(stage, route, field).sort()).toEqual([...predicates].sort());
      });
    });

    describe('2. FilterEdge includes the filterable fields of the related schema', () => {
      finds(stage, [
        ['/stages?festival.name.eq=Dune%20Days', ['dddddddd-0000-4000-8000-000000000004']],
        ['/performances?act.name.ihas=ida', [2]],
        ['/line-up?genres.title.eq=Punk', [1]],
        ['/visitors?wristband.id.eq=9007199254740993', [1]],
        ['/visitors?tickets.category.eq=DAY', [1]],
        ['/genres?acts.name.eq=Gaffers', ['rock', 'punk']],
        ['/genres?parent.title.eq=Rock', ['punk']],
      ]);
    });

    describe('3. a group name works as a field name; its members are combined with OR', () => {
      finds(stage, [
        ['/visitors?who.ieq=ANN', [1]],
        ['/visitors?who.ieq=annie', [1]],
        ['/visitors?who.prefix=C', [3]],
        ['/visitors?who.prefix=B', [2]],
        ['/visitors?search.has=o', [2, 3]],
      ]);
    });

    describe('3. a group reaches across an edge of the same group', () => {
      finds(stage, [
        ['/line-up?search.ihas=punk', [1]],
        ['/line-up?search.ihas=LOUD', [2]],
        ['/line-up?search.ihas=reed', [3]],
        ['/stages?search.eq=Dune%20Days', ['dddddddd-0000-4000-8000-000000000004']],
      ]);
    });

    describe('3. different filters are combined with AND, or as filter_op says', () => {
      finds(stage, [
        ['/line-up?search.ihas=r&fee.gt=0', [1]],
        ['/visitors?who.prefix=C&nickname.null=true', []],
        ['/visitors?filter_op=or&who.prefix=C&nickname.null=true', [2, 3]],
        ['/visitors?filter_op=and&who.prefix=C&nickname.null=false', [3]],
      ]);
      refuses(stage, ['/visitors?filter_op=xor&nickname.null=true']);
    });

    describe('4. only predicates common to all members of a group are supported', () => {
      test('they are what the document offers', () => {
        expect(offered(stage, 'GET /visitors', 'who').sort()).toEqual(['ieq', 'prefix', 'suffix']);
        expect(offered(stage, 'GET /line-up', 'search').sort()).toEqual(['has', 'ihas']);
      });
      refuses(stage, ['/visitors?who.eq=Ann', '/line-up?search.null=true']);
    });

    describe('every predicate on the types it fits', () => {
      finds(stage, [
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
      finds(stage, [
        ['/visitors?nickname.prefix=C%25', [3]],
        ['/visitors?nickname.suffix=_!', [3]],
        ['/visitors?nickname.prefix=_', []],
        ['/visitors?nickname.prefix=%25', []],
      ]);
    });

    describe('neq and notIn do not match NULL', () => {
      finds(stage, [['/performances?startsAt.neq=00:00:00', [1]]]);
    });

    describe('has.<edge> and <edge>.null', () => {
      finds(stage, [
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
      finds(stage, [
        ['/tickets?visitor.nickname.null=false', [1, 2]],
        ['/tickets?visitor.nickname.null=true', []],
      ]);
    });

    describe('several filters across a non-unique edge hold for one and the same row', () => {
      finds(stage, [
        ['/festivals?stages.name.eq=Barn&stages.covered.eq=true', [1]],
        ['/festivals?stages.name.eq=Main&stages.covered.eq=true', []],
      ]);
    });

    describe('edges never multiply rows', () => {
      finds(stage, [['/festivals?stages.capacity.gt=0', [2, 1]]]);
    });

    describe('values are parsed by the type before any SQL', () => {
      refuses(stage, [
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
        '/performances?startsAt.eq=25:00:00',
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
      expect(offered(stage, 'GET /festivals', 'id')).toEqual(['eq', 'neq', 'in', 'notIn']);
    });
  });
});

onEachDatabase(petstore, (stage) => {
  describe('3. the example shape', () => {
    finds(stage, [
      ['/users?type.eq=USER&search.ihas=ada', [3]],
      ['/users?search.ihas=example.com', [1, 3]],
      ['/users?search.ihas=lovelace', [1]],
    ]);
  });

  test('ids are not filterable without defaultFilterID', async () => {
    expectProblem(await stage.client.get('/pets?id.eq=1'), 400, 'invalid_request');
  });
});
