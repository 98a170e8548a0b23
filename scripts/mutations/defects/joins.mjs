// Where the columns of edges point, and what decides that two keys are equal.
import { core } from './core.mjs';

export const joinsDefects = [
  {
    defect: 'take both sides with @JoinTable() for owners',
    file: core('model/scan/scan-relations.ts'),
    find: 'isOwnerOf(junction, relation)\n',
    replace: 'relation.isManyToManyOwner\n',
    caughtBy: { project: 'properties', path: 'test/properties/joins\\.', name: 'sqlite 1:' },
  },
  {
    defect: 'order foreign keys as the columns are declared',
    file: core('model/scan/declared-order.ts'),
    find: 'if (metadata.primaryColumns.length === 1) return',
    replace: 'if (metadata.primaryColumns.length > 0) return',
    caughtBy: { project: 'properties', path: 'test/properties/joins\\.', name: 'sqlite 0:' },
  },
  {
    defect: 'join a foreign key to whatever table has its column names',
    file: core('model/scan/scan-references.ts'),
    find: 'referencedColumn.databaseName === part.databaseName &&\n    referencedColumn.entityMetadata.tablePath === part.entityMetadata.tablePath',
    replace: 'referencedColumn.databaseName === part.databaseName',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/edges-of-other-tables\\.',
      name: 'refers to another table',
    },
  },
  {
    defect: 'match related rows by the text of their foreign key',
    file: core('sql/parent-links.ts'),
    find: "return join.kind !== 'own' && join.exact;",
    replace: 'return true;',
    caughtBy: {
      project: 'properties',
      path: 'test/properties/spelled-keys\\.',
      name: 'sqlite .*without case',
    },
  },
  {
    defect: 'take an id of another spelling for missing',
    file: core('execute/required-rows.ts'),
    find: 'found.size === 0 || target.table.hasExactKey) return',
    replace: 'found.size >= 0) return',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/ids-of-another-spelling\\.',
      name: 'sqlite rows are linked once',
    },
  },
  {
    defect: 'update a row twice in one list',
    file: core('execute/stored-ids.ts'),
    find: 'entity.table.hasExactKey || ids.length < 2',
    replace: 'ids.length > 0',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/ids-of-another-spelling\\.',
      name: 'sqlite many rows: one',
    },
  },
  {
    defect: 'add a row in one spelling and remove it in another',
    file: core('execute/stored-ids.ts'),
    find: "mode !== 'add' || target.table.hasExactKey",
    replace: "mode !== 'add' || target.key.length > 0",
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/ids-of-another-spelling\\.',
      name: 'sqlite a row is not both',
    },
  },
  {
    defect: 'forget the class of a row whose id is spelled otherwise',
    file: core('execute/item-class.ts'),
    find: 'entity.table.hasExactKey ? []',
    replace: 'entity.key.length > 0 ? []',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/ids-of-another-spelling\\.',
      name: 'sqlite many rows of several',
    },
  },
  {
    defect: 'join every row to which a one-to-one leads',
    file: core('sql/policy-sql.ts'),
    find: "if (!unique || join.kind !== 'foreign' || join.distinct) return [];",
    replace: "if (!unique || join.kind !== 'foreign' || !join.distinct) return [];",
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/one-to-one-of-several\\.',
      name: 'sqlite a list has each row once',
    },
  },
  {
    defect: 'compute virtual columns of skipped rows in lists',
    file: core('sql/rows-program.ts'),
    find: 'context.dialect.computesSkippedRows && hasExpressions(subject)',
    replace: 'context.dialect.combinesSets === null && hasExpressions(subject)',
    caughtBy: {
      project: 'features',
      path: 'test/features/paging/postgres-virtual-columns\\.',
      name: '/owners computes',
    },
  },
  {
    defect: 'compute virtual columns of skipped rows in views',
    file: core('sql/view-program.ts'),
    find: 'if (!computesSkippedRows ||',
    replace: 'if (computesSkippedRows ||',
    caughtBy: {
      project: 'features',
      path: 'test/features/paging/postgres-virtual-columns\\.',
      name: 'fields=id&include=owner computes',
    },
  },
];
