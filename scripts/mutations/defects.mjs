// Defects that a good test suite must notice, each as a replacement of a short text that must be there once, with the tests
// that are to notice it: a jest project, a file, and a part of the tests' names. `and` is a second replacement in the same
// file, where one alone does not make the defect; `needs` is the environment variable that its tests need.
import { adviceDefects } from './defects/advice.mjs';
import { aggregatesDefects } from './defects/aggregates.mjs';
import { aroundDefects } from './defects/around.mjs';
import { bulkDefects } from './defects/bulk.mjs';
import { classDefaultsDefects } from './defects/class-defaults.mjs';
import { columnsDefects } from './defects/columns.mjs';
import { concurrencyDefects } from './defects/concurrency.mjs';
import { conditionsDefects } from './defects/conditions.mjs';
import { costDefects } from './defects/cost.mjs';
import { createsDefects } from './defects/creates.mjs';
import { newRowDefects } from './defects/new-rows.mjs';
import { restrictingDefects } from './defects/restricting.mjs';
import { documentDefects } from './defects/documents.mjs';
import { exportsDefects } from './defects/exports.mjs';
import { failuresDefects } from './defects/failures.mjs';
import { groupsDefects } from './defects/groups.mjs';
import { otherTypesDefects } from './defects/other-types.mjs';
import { guardsDefects } from './defects/guards.mjs';
import { hiddenDefects } from './defects/hidden.mjs';
import { idempotencyDefects } from './defects/idempotency.mjs';
import { inheritanceDefects } from './defects/inheritance.mjs';
import { joinsDefects } from './defects/joins.mjs';
import { keysDefects } from './defects/keys.mjs';
import { listsDefects } from './defects/lists.mjs';
import { mysqlDefects } from './defects/mysql.mjs';
import { problemsDefects } from './defects/problems.mjs';
import { requestsDefects } from './defects/requests.mjs';
import { restoringDefects } from './defects/restoring.mjs';
import { rulesDefects } from './defects/rules.mjs';
import { serversDefects } from './defects/servers.mjs';
import { unservableDefects } from './defects/unservable.mjs';
import { valuesDefects } from './defects/values.mjs';
import { viewsDefects } from './defects/views.mjs';
import { writesDefects } from './defects/writes.mjs';

export const defects = [
  ...listsDefects,
  ...aroundDefects,
  ...requestsDefects,
  ...writesDefects,
  ...bulkDefects,
  ...aggregatesDefects,
  ...classDefaultsDefects,
  ...columnsDefects,
  ...concurrencyDefects,
  ...conditionsDefects,
  ...costDefects,
  ...groupsDefects,
  ...otherTypesDefects,
  ...guardsDefects,
  ...documentDefects,
  ...hiddenDefects,
  ...failuresDefects,
  ...problemsDefects,
  ...serversDefects,
  ...valuesDefects,
  ...rulesDefects,
  ...joinsDefects,
  ...keysDefects,
  ...idempotencyDefects,
  ...inheritanceDefects,
  ...viewsDefects,
  ...mysqlDefects,
  ...adviceDefects,
  ...exportsDefects,
  ...restoringDefects,
  ...createsDefects,
  ...newRowDefects,
  ...restrictingDefects,
  ...unservableDefects,
];
