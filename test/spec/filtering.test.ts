// The section "Filtering" of the specification, 1 to 4.
import { onEachDatabase } from '../support/direct-stage.js';
import { expectIds, expectRefused, getPredicates } from '../support/filter-cases.js';
import { festival } from '../support/fixtures/festival.js';
import { petstore } from '../support/fixtures/petstore.js';

onEachDatabase(festival, (stage) => {
  describe('Filtering', () => {
    describe('1. <field>.<predicate>=<value>: eq and ihas', () => {
      expectIds(stage, [
        ['/festivals?name.eq=Moon%20Fest', [1]],
        ['/festivals?name.ihas=DUNE', [2]],
      ]);
    });

    describe('2. a field is filterable only with @Filter', () => {
      expectRefused(stage, [
        '/festivals?website.eq=x',
        '/festivals?version.eq=1',
        '/wristbands?balance.eq=1',
      ]);
    });

    describe('2. predicates are chosen individually', () => {
      test('FilterEQ and FilterNEQ on an id', () => {
        expect(getPredicates(stage, 'GET /genres', 'id')).toEqual(['eq', 'neq', 'in', 'notIn']);
      });
      expectRefused(stage, ['/genres?id.has=r', '/visitors?email.neq=a@b.c', '/festivals?budget.eq=1']);
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
        expect(getPredicates(stage, route, field).sort()).toEqual([...predicates].sort());
      });
    });

    describe('2. FilterEdge includes the filterable fields of the related schema', () => {
      expectIds(stage, [
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
      expectIds(stage, [
        ['/visitors?who.ieq=ANN', [1]],
        ['/visitors?who.ieq=annie', [1]],
        ['/visitors?who.prefix=C', [3]],
        ['/visitors?who.prefix=B', [2]],
        ['/visitors?search.has=o', [2, 3]],
      ]);
    });

    describe('3. a group reaches across an edge of the same group', () => {
      expectIds(stage, [
        ['/line-up?search.ihas=punk', [1]],
        ['/line-up?search.ihas=LOUD', [2]],
        ['/line-up?search.ihas=reed', [3]],
        ['/stages?search.eq=Dune%20Days', ['dddddddd-0000-4000-8000-000000000004']],
      ]);
    });

    describe('3. different filters are combined with AND, or as filter_op says', () => {
      expectIds(stage, [
        ['/line-up?search.ihas=r&fee.gt=0', [1]],
        ['/visitors?who.prefix=C&nickname.null=true', []],
        ['/visitors?filter_op=or&who.prefix=C&nickname.null=true', [2, 3]],
        ['/visitors?filter_op=and&who.prefix=C&nickname.null=false', [3]],
      ]);
      expectRefused(stage, ['/visitors?filter_op=xor&nickname.null=true']);
    });

    describe('4. only predicates common to all members of a group are supported', () => {
      test('they are what the document offers', () => {
        expect(getPredicates(stage, 'GET /visitors', 'who').sort()).toEqual(['ieq', 'prefix', 'suffix']);
        expect(getPredicates(stage, 'GET /line-up', 'search').sort()).toEqual(['has', 'ihas']);
      });
      expectRefused(stage, ['/visitors?who.eq=Ann', '/line-up?search.null=true']);
    });
  });
});

onEachDatabase(petstore, (stage) => {
  describe('3. the example shape', () => {
    expectIds(stage, [
      ['/users?type.eq=USER&search.ihas=ada', [3]],
      ['/users?search.ihas=example.com', [1, 3]],
      ['/users?search.ihas=lovelace', [1]],
    ]);
  });
});
