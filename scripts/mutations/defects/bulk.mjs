// Many rows in one request: guards, limits, places, atomicity.
import { core } from './core.mjs';

const at = (path, name = '') => ({ project: 'features', path: `test/features/bulk/${path}`, name });

export const bulkDefects = [
  {
    defect: 'write one row more than `max_affected`',
    file: core('execute/bulk-script.ts'),
    find: 'if (rows.length > max) throw',
    replace: 'if (rows.length > max + 1) throw',
    caughtBy: at('deleting-many', 'sqlite guards'),
  },
  {
    defect: 'take one item more than the limit',
    file: core('plan/body-items.ts'),
    find: 'if (value.length <= maxItems) return null;',
    replace: 'if (value.length <= maxItems + 1) return null;',
    caughtBy: at('creating-many', 'sqlite'),
  },
  {
    defect: 'write all rows without `all`',
    file: core('plan/selection-plan.ts'),
    find: 'else if (all === undefined && !isFiltered && !isFilterRequired)',
    replace: 'else if (all === undefined && !isFiltered && isFilterRequired)',
    caughtBy: at('deleting-many', 'a proxy that drops the query'),
  },
  {
    defect: 'lose the filters of a selection',
    file: core('plan/selection-plan.ts'),
    find: '      filters,\n      junction,',
    replace: '      filters: filters.slice(filters.length),\n      junction,',
    caughtBy: at('updating-many', 'sqlite with filters'),
  },
  {
    defect: 'let rows leave what the request sees',
    file: core('execute/bulk-script.ts'),
    find: '< some.length) throw new ApiError',
    replace: '< 0) throw new ApiError',
    caughtBy: at('statements', 'under a policy sqlite'),
  },
  {
    defect: 'leave versions as they were',
    file: core('sql/write-sql.ts'),
    find: 'return [...given, ...others, ...compileTouchedColumns(context, entity)];',
    replace: 'return [...given, ...others];',
    caughtBy: at('statements', 'sqlite'),
  },
  {
    defect: 'forget the place of an item',
    file: core('execute/bulk-write.ts'),
    find: 'placeNestedError(error, nested.at) : error, `/${item}`)',
    replace: 'placeNestedError(error, nested.at) : error, `/0`)',
    caughtBy: at('creating-many', 'sqlite'),
  },
  {
    defect: 'keep the rows before an id that does not exist',
    file: core('execute/pipelined-script.ts'),
    find: 'if (more.some(({ affected }) => affected === 0)) throw',
    replace: 'if (more.some(({ affected }) => affected < 0)) throw',
    caughtBy: at('creating-many', 'postgres ids that do not exist'),
  },
  {
    defect: 'take a missing row of a list for written',
    file: core('execute/pipelined-script.ts'),
    find: 'if (more.some(({ affected }) => affected === 0)) throw',
    replace: 'if (more.some(({ affected }) => affected < 0)) throw',
    caughtBy: at('updating-many', 'postgres a list of rows'),
  },
  {
    defect: 'answer new rows in the order of their ids',
    file: core('execute/read-new-rows.ts'),
    find: 'const at = places.get(program.idOf(row));',
    replace: 'const at = some[rows.indexOf(row)]?.at;',
    caughtBy: at('answers-of-creates', 'sqlite rows have keys of two columns'),
  },
  {
    defect: 'read new rows back without those of their edges',
    file: core('execute/read-new-rows.ts'),
    find: 'related.map((found) => found.find(row))',
    replace: 'related.map(() => [])',
    caughtBy: at('answers-of-creates', 'postgres rows have generated keys'),
  },
  {
    defect: 'answer new rows with edges of which a part was read',
    file: core('execute/read-new-rows.ts'),
    find: 'if (related.some(({ isCut }) => isCut)) return false;',
    replace: '',
    caughtBy: at('answers-of-creates', 'more text than an answer may have postgres edges'),
  },
  {
    defect: 'compare the integers of a key of several columns as doubles',
    file: core('database/mysql/mysql-dialect.ts'),
    find: "kind === 'bigint' || kind === 'decimal' ? asDecimal(placeholder) : placeholder",
    replace: "kind === 'decimal' ? asDecimal(placeholder) : placeholder",
    needs: 'DATABASE_URL_MARIADB',
    caughtBy: {
      project: 'properties',
      path: 'test/properties/composite-keys\\.',
      name: 'mariadb a key of varchar, bigint',
    },
  },
  {
    defect: 'write rows of classes without the operation',
    file: core('sql/source-sql.ts'),
    find: '(writtenBy === undefined || isWrittenInBulk(entity, writtenBy))',
    replace: '(writtenBy !== null || isWrittenInBulk(entity, writtenBy))',
    caughtBy: at('inheritance-of-many', 'sqlite'),
  },
  {
    defect: 'ask `allow` as if for one row',
    file: core('plan/authorization.ts'),
    find: 'return bulkOperationOf[kind] !== null;',
    replace: 'return bulkOperationOf[kind] === undefined;',
    caughtBy: at('hooks-of-many', 'sqlite'),
  },
  {
    defect: 'hide the row with the id `bulk`',
    file: core('request/route-table.ts'),
    find: 'for (const collection of collections.values()) joinBulkWithItem(collection);',
    replace: '',
    caughtBy: at('kinds-of-keys', 'sqlite'),
  },
];
