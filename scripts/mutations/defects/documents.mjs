// The document.
import { core } from './core.mjs';

/** The path of a file of the package openapi. */
const openapi = (path) => `packages/openapi/src/${path}`;

const ofRules = { project: 'sqlite', path: 'test/features/openapi/rules-of-bodies\\.' };
const ids = { project: 'sqlite', path: 'test/features/openapi/operation-ids\\.' };

const names = { project: 'sqlite', path: 'test/features/openapi/names-that-cannot-meet\\.' };

const defaults = { project: 'sqlite', path: 'test/features/openapi/documented-defaults\\.' };

const spelling = { project: 'sqlite', path: 'test/features/openapi/document-spelling\\.' };

export const documentDefects = [
  {
    defect: 'read a parameter that has its default',
    file: core('request/received-request.ts'),
    find: "match.kind === 'route' ? omitDefaults(sent, match.route) : sent,",
    replace: 'sent,',
    caughtBy: { ...defaults, name: 'the kitchen sink' },
  },
  {
    defect: 'leave out a default that is given twice',
    file: core('request/default-parameters.ts'),
    find: ' && countOf(terms, name) === 1)',
    replace: ')',
    caughtBy: { ...defaults, name: 'given twice' },
  },
  {
    defect: 'count nothing where a client asks for the count of a page by cursor',
    file: core('model/parameter-defaults.ts'),
    find: 'collection.cursors\n            ? []',
    replace: 'collection.cursors === null\n            ? []',
    caughtBy: { ...defaults, name: 'with a cursor' },
  },
  {
    defect: 'leave objects within schemas without names',
    file: openapi('named-object.ts'),
    find: 'hasOwnReferences(schema) ? schema : ',
    replace: 'hasOwnReferences(schema) || true ? schema : ',
    caughtBy: { ...spelling, name: 'the petstore' },
  },
  {
    defect: 'let answers have readOnly',
    file: openapi('field-schema.ts'),
    find: "new Set(['readOnly', 'writeOnly', 'uniqueItems'])",
    replace: "new Set(['writeOnly'])",
    caughtBy: { project: 'unit', path: 'entity-schema', name: 'no keywords of requests' },
  },
  {
    defect: 'give an operation more parameters than Java has',
    file: openapi('parameter-draft.ts'),
    find: 'const maxParameters = 200;',
    replace: 'const maxParameters = 2000;',
    caughtBy: { project: 'unit', path: 'operation-object', name: 'leaves the filters across edges' },
  },
  {
    defect: 'give an operation every tag of its entity',
    file: openapi('tag-object.ts'),
    find: "edgeTags === 'edge' ? routes",
    replace: 'edgeTags !== undefined ? routes',
    caughtBy: { ...spelling, name: 'the kitchen sink' },
  },
  {
    defect: 'show the default of a column that no answer shows',
    file: core('model/resolve/body-schema.ts'),
    find: 'readable && initial !== undefined',
    replace: 'initial !== undefined',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/openapi/openapi-document\\.',
      name: 'never selected',
    },
  },
  {
    defect: 'give an edge the usual id of another edge',
    file: core('model/resolve/operation-ids.ts'),
    find: ' && edgesByUsualId.get(foldId(spelling.usual)) === 1)',
    replace: ')',
    caughtBy: { ...ids, name: 'of two edges, both do' },
  },
  {
    defect: 'give an edge the id of a class',
    file: core('model/resolve/operation-ids.ts'),
    find: 'if (isFree(spelling.usual) && edges',
    replace: 'if (edges',
    caughtBy: { ...ids, name: 'no two operations' },
  },
  {
    defect: 'give classes that inherit an id the same one',
    file: core('model/resolve/operation-ids.ts'),
    find: 'found.set(draft, isBase ? written.id : ',
    replace: 'found.set(draft, isBase || heirsOf.size > 0 ? written.id : ',
    caughtBy: { ...ids, name: 'classes that inherit' },
  },
  {
    defect: 'give two classes one path',
    file: core('model/resolve/default-names.ts'),
    find: 'if (!used.has(toDefault(name))) assign(name, name);',
    replace: 'assign(name, name);',
    caughtBy: { ...names, name: 'a class in the singular' },
  },
  {
    defect: 'let the order of classes decide who keeps a path',
    file: core('model/resolve/default-names.ts'),
    find: 'Number(isUsual(b, declared)) - Number(isUsual(a, declared)) || ',
    replace: '',
    caughtBy: { ...names, name: 'a class in the singular' },
  },
  {
    defect: 'take filters that the last level of conditions lacks for conditions on an edge',
    file: openapi('edge-condition.ts'),
    find: '.filters.filter(isWithinRow)',
    replace: '.filters',
    caughtBy: {
      project: 'unit',
      path: 'packages/openapi/src/operation-object\\.',
      name: 'stay where lists take no where',
    },
  },
  {
    defect: 'compare the names of components with their case',
    file: openapi('component-name.ts'),
    find: "replace(/[^\\p{L}\\p{N}]/gu, '').toLowerCase()",
    replace: "replace(/[^\\p{L}\\p{N}]/gu, '')",
    caughtBy: { ...names, name: 'no two names are equal' },
  },
  {
    defect: 'give the name of a class to an enum',
    file: openapi('component-name.ts'),
    find: "['class', 'shared', 'derived', 'value',",
    replace: "['value', 'class', 'shared', 'derived',",
    caughtBy: { ...names, name: 'a class keeps its name' },
  },
  {
    defect: 'leave references to provisional names',
    file: openapi('component-registry.ts'),
    find: 'paths: mapTexts(paths, rename),',
    replace: 'paths,',
    caughtBy: { ...names, name: 'no two names are equal' },
  },
  {
    defect: 'name optional edges in the examples of bodies',
    file: 'packages/openapi/src/body-example.ts',
    find: 'if (deprecated || !example) return undefined;',
    replace: 'if (deprecated) return undefined;',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/openapi/example-bodies\\.',
      name: 'the petstore without a row',
    },
  },
  {
    defect: 'give one entity tag to all codings of a file',
    file: 'packages/koa/src/docs/served-file.ts',
    find: "${coding ? `-${coding}` : ''}",
    replace: '',
    caughtBy: { project: 'unit', path: 'koa/src/docs/docs-resources\\.', name: 'entity tag of its own' },
  },
  {
    defect: 'keep assets for good that were asked for by another content',
    file: 'packages/koa/src/docs/served-file.ts',
    find: 'ctx.query.v === file.hash',
    replace: "'v' in ctx.query",
    caughtBy: { project: 'unit', path: 'koa/src/docs/docs-resources\\.', name: 'kept for good' },
  },
  {
    defect: 'put rules of bodies into answers and filters',
    file: core('model/resolve/field-model.ts'),
    find: '    schema: base,',
    replace: '    schema: narrowByRules(base, column),',
    caughtBy: { ...ofRules, name: 'filters and measures' },
  },
  {
    defect: 'leave a rule that no schema says unsaid',
    file: core('model/resolve/value-rules.ts'),
    find: "return intersectSchemas(schema, { 'x-decorest-words': [words] });",
    replace: "return intersectSchemas(schema, { 'x-decorest-words': words === '' ? [] : [] });",
    caughtBy: { ...ofRules, name: 'sentences' },
  },
  {
    defect: 'publish a look-ahead',
    file: 'packages/openapi/src/portable-pattern.ts',
    find: 'if (!isPlain) throw new NotPortable();',
    replace: '',
    caughtBy: { project: 'unit', path: 'portable-pattern\\.', name: 'has no portable form' },
  },
  {
    defect: 'publish counts that RE2 refuses',
    file: 'packages/openapi/src/portable-pattern.ts',
    find: 'count * repeats > maxRepeats',
    replace: 'count > maxRepeats',
    caughtBy: { project: 'unit', path: 'portable-pattern\\.', name: 'has no portable form' },
  },
  {
    defect: 'publish less inside of not',
    file: 'packages/openapi/src/published-schema.ts',
    find: 'if (inside.complete) draft.members.not = inside.schema;',
    replace: 'if (inside) draft.members.not = inside.schema;',
    caughtBy: { project: 'unit', path: 'published-schema\\.', name: 'inside of not' },
  },
  {
    defect: 'forget the digits that a double keeps',
    file: core('model/resolve/number-pattern.ts'),
    find: 'for (let digits = shared + 1; digits <= (most ?? 0); digits++)',
    replace: 'for (let digits = shared + 2; digits <= (most ?? 0); digits++)',
    caughtBy: { project: 'unit', path: 'number-pattern\\.', name: 'look-aheads' },
  },
];
