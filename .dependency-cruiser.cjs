/**
 * The layers of docs/architecture.md: in packages/core/src a file imports its own folder or a lower rank,
 * never a higher one, and type imports count. No cycles anywhere, and packages meet only at their public index.
 */
const CORE = '^packages/core/src/';
const TEST = '\\.test\\.ts$';

/** Position is rank. */
const ranks = [
  [
    'vocabulary/',
    'errors\\.ts$',
    'schema-error\\.ts$',
    'limits\\.ts$',
    'options\\.ts$',
    'option-defaults\\.ts$',
  ],
  ['annotation/'],
  ['model/(?!resolve-model)[^/]+$'],
  ['model/problem/'],
  ['model/scan/'],
  ['model/resolve/'],
  ['model/check/'],
  ['model/resolve-model\\.ts$'],
  ['request/'],
  ['plan/'],
  ['sql/'],
  ['execute/'],
  ['advice/'],
  ['database/(?!database-of)[^/]+$'],
  ['database/pool/'],
  ['database/(?:mysql|postgres|sqlite)/'],
  ['database/database-of\\.ts$'],
  ['response/'],
  ['rest-api\\.ts$'],
  ['index\\.ts$'],
];

const inCore = (names) => `${CORE}(?:${names.join('|')})`;

const noHigherRank = ranks.slice(0, -1).map((own, rank) => ({
  name: `core-rank-${rank}`,
  comment: `Rank ${rank} imports its own folder or a lower rank, never a higher one.`,
  severity: 'error',
  from: { path: inCore(own), pathNot: TEST },
  to: { path: inCore(ranks.slice(rank + 1).flat()) },
}));

/** Which of our packages may import which, and only through its public index. */
const seesOnly = (from, allowed) => ({
  name: `${from}-sees-${allowed.join('-and-') || 'no-other-package'}`,
  comment: 'Packages of ours meet only at their public index.',
  severity: 'error',
  from: { path: `^packages/${from}/` },
  to: {
    path: '^packages/',
    pathNot: [`^packages/${from}/`, ...allowed.map((name) => `^packages/${name}/src/index\\.ts$`)],
  },
});

/** Rules that keep the databases apart. */
const databases = [
  {
    name: 'databases-apart',
    comment: 'No database sees another.',
    severity: 'error',
    from: { path: `${CORE}database/(mysql|postgres|sqlite)/` },
    to: { path: `${CORE}database/(?:mysql|postgres|sqlite)/`, pathNot: `${CORE}database/$1/` },
  },
  {
    name: 'databases-by-one-file',
    comment: 'Only database-of.ts knows the databases.',
    severity: 'error',
    from: {
      path: CORE,
      pathNot: [`${CORE}database/(?:mysql|postgres|sqlite)/`, `${CORE}database/database-of\\.ts$`, TEST],
    },
    to: { path: `${CORE}database/(?:mysql|postgres|sqlite)/` },
  },
  {
    name: 'database-of-for-rest-api',
    comment: 'Only rest-api.ts chooses a database.',
    severity: 'error',
    from: { path: CORE, pathNot: [`${CORE}rest-api\\.ts$`, TEST] },
    to: { path: `${CORE}database/database-of\\.ts$` },
  },
  {
    name: 'metadata-for-scan',
    comment: "Only model/scan/ reads TypeORM's metadata; the rest of model/ may import its types only.",
    severity: 'error',
    from: { path: `${CORE}model/`, pathNot: [`${CORE}model/scan/`, TEST] },
    to: { path: 'node_modules/typeorm/', dependencyTypesNot: ['type-only'] },
  },
];

module.exports = {
  forbidden: [
    ...databases,
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { circular: true },
    },
    ...noHigherRank,
    {
      name: 'core-unranked',
      comment: 'Every file of core belongs to a rank.',
      severity: 'error',
      from: { path: CORE, pathNot: [inCore(ranks.flat()), TEST] },
      to: {},
    },
    {
      name: 'core-unranked-orphan',
      comment: 'Every file of core belongs to a rank, also one that nothing imports.',
      severity: 'error',
      from: { path: CORE, pathNot: [inCore(ranks.flat()), TEST], orphan: true },
      to: {},
    },
    {
      name: 'core-imports-unranked',
      comment: 'Every file of core belongs to a rank.',
      severity: 'error',
      from: { path: CORE, pathNot: TEST },
      to: { path: CORE, pathNot: inCore(ranks.flat()) },
    },
    seesOnly('core', []),
    seesOnly('openapi', ['core']),
    seesOnly('koa', ['core', 'openapi']),
    {
      name: 'packages-by-name',
      comment: "Another package is imported as '@decorest/...', never by a path into it.",
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'no-own-index',
      comment: 'Inside a package import the file that has it, never its index.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/$1/src/index\\.ts$' },
    },
    {
      name: 'no-tests-in-sources',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.cts', '.js', '.json'],
    },
  },
};
