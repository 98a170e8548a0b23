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
    file: core('model/scan/scan-relations.ts'),
    find: 'referencedColumn.databaseName === part.databaseName &&\n    referencedColumn.entityMetadata.tablePath === part.entityMetadata.tablePath',
    replace: 'referencedColumn.databaseName === part.databaseName',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/edges-of-other-tables\\.',
      name: 'refers to another table',
    },
  },
];
