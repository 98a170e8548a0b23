// 100,000 requests of which no two are alike: what is remembered by query string would grow without end.
import { usernameOf, userCount } from '../data/rows.js';
import { restDialect, type Call } from './ask.js';

const pageSizes = 100;

/** Every user's pets, in pages of every size: one shape, ever new values. */
export function newValues(): Call[] {
  return Array.from({ length: userCount * pageSizes }, (_, n) =>
    restDialect(
      {
        kind: 'list',
        of: 'pets',
        filter: { name: 'owner.username.eq', value: usernameOf((n % userCount) + 1) },
        page: 1,
        perPage: Math.floor(n / userCount) + 1,
      },
      'sqlite',
    ),
  );
}

const filters: readonly ((n: number) => string)[] = [
  (n) => `age.gte=${n % 10}`,
  (n) => `age.lte=${10 + (n % 10)}`,
  (n) => `name.prefix=${'RMCNOPSTWY'.charAt(n % 10)}`,
  (n) => `type.in=DOG&type.in=CAT${n % 2 === 0 ? '&type.in=BIRD' : ''}`,
  (n) => `name.neq=Rex${n}`,
  (n) => `age.neq=${n % 200}`,
  (n) => `type.neq=FISH&owner.username.neq=nobody${n}`,
];
const sorts = ['id', '-id', 'name', '-name', 'age,name', '-age,name', 'type,-age', 'age,-type'];

/** Filters and sorts in every combination: about a thousand shapes, ever new values. Only for decorest. */
export function newShapes(): Call[] {
  return Array.from({ length: userCount * pageSizes }, (_, n) => {
    const chosen = filters.filter((_filter, at) => ((n >> at) & 1) === 1).map((filter) => filter(n));
    const sort = sorts[(n >> filters.length) % sorts.length] ?? 'id';
    const query = [...chosen, `sort=${sort}`, 'page=1', `per_page=${1 + Math.floor(n / 1024)}`];
    return { method: 'GET', path: `/pets?${query.join('&')}` };
  });
}
