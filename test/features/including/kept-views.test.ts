// Clients can make practically any number of views: those used once leave no program behind, and prepare nothing.
import { createPipeline } from '../../../packages/core/src/rest-api.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { archive } from './archive.js';

const signs = ['', '-'];
const sorts = signs.flatMap((a) => signs.flatMap((b) => [`${a}title,${b}year`, `${a}year,${b}title`]));
const fields = ['name', 'motto', 'address', 'name,motto', 'name,address'];
const views = sorts.flatMap((works) =>
  sorts.flatMap((deeper) =>
    fields.map(
      (names) => `fields=${names}&include=works,pupils.works&works.sort=${works}&pupils.works.sort=${deeper}`,
    ),
  ),
);

forEachDatabase(archive, (stage) => {
  test('a view is kept from its second use on, and answers the same', async () => {
    const { api, programs } = createPipeline(stage.dataSource, {});
    const get = (query: string) => api.handle({ method: 'GET', path: '/authors', query, headers: {} });
    const first: unknown[] = [];
    for (const view of views) first.push((await get(view)).body);
    expect(new Set(views).size).toBe(320);
    expect(programs.compilations).toBe(0);
    const some = [0, 99, 200, 319];
    for (const at of some) {
      for (const times of [1, 2])
        expect([times, (await get(views[at] ?? '')).body]).toEqual([times, first[at]]);
    }
    expect(programs.compilations).toBe(some.length);
  });
});
