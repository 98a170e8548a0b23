import { chooseParameters, type OptionalParameters, type ParameterDraft } from './parameter-draft.js';

const draft =
  (of: OptionalParameters | null) =>
  (_: unknown, at: number): ParameterDraft => ({
    of,
    build: () => ({ name: `${of ?? 'kept'} ${at}`, in: 'query' }),
  });

const drafts = [
  ...Array.from({ length: 10 }, draft(null)),
  ...Array.from({ length: 150 }, draft('own filters')),
  ...Array.from({ length: 100 }, draft('edge filters')),
];

test.each([
  ['200 parameters', drafts.slice(0, 200), ['edge filters', 'own filters'], 200, []],
  ['filters across edges go first', drafts, ['edge filters', 'own filters'], 160, ['edge filters']],
  ['all filters of the class', drafts, ['own filters'], 110, ['own filters']],
  ['as few of the last filters as possible', drafts, ['last filters'], 200, ['last filters']],
  ['all are listed', drafts, [], 260, []],
] as const)('%s', (_, given, ifTooMany, count, omitted) => {
  const chosen = chooseParameters(given, { always: [], ifTooMany });
  expect([chosen.parameters.length, chosen.omitted]).toEqual([count, omitted]);
});

test('the first filters stay', () => {
  const { parameters } = chooseParameters(drafts, { always: [], ifTooMany: ['last filters'] });
  const own = parameters.flatMap((one) => ('name' in one && one.name.startsWith('own') ? [one.name] : []));
  expect(own.at(-1)).toBe('own filters 89');
});

test('a kind is left out in any case', () => {
  const given = [...Array.from({ length: 3 }, draft(null)), draft('edge conditions')(null, 0)];
  const { parameters, omitted } = chooseParameters(given, { always: ['edge conditions'], ifTooMany: [] });
  expect([parameters.length, omitted]).toEqual([3, ['edge conditions']]);
});
