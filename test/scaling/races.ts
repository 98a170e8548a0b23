// The races of robustness.md, section 3.L, by their numbers: each request of a race may go to another process. A race
// answers null, or what no serial order of its requests would give.
import { contentOf, entityOf, valuesOf } from '../support/collection.js';
import { statusesOf, unless } from '../abuse/rounds.js';
import type { Answer } from '../support/http-client.js';

export type Ask = (method: string, target: string, body?: unknown) => Promise<Answer>;
type Race = (round: number) => Promise<string | null>;

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const user = (username: string, email = `${username}@x.co`) => ({ username, display_name: username, email });

/** All races, by number and what must hold. */
export function races(ask: Ask): Readonly<Record<string, Race>> {
  const friendsOf = async (id: number) =>
    valuesOf(await ask('GET', `/users/${id}/friends?per_page=100`), 'id').join();
  const categoriesOf = async (id: number) =>
    valuesOf(await ask('GET', `/pets/${id}/categories?per_page=100`), 'id').join();
  return {
    '151. one of twenty gets the name': async (round) => {
      const name = `same${round}`;
      const answers = await Promise.all(
        times(20, (at) => ask('POST', '/users', user(name, `${name}-${at}@x.co`))),
      );
      const rows = contentOf(await ask('GET', `/users?username.eq=${name}`)).length;
      return unless(statusesOf(answers) === '201x1 409x19' && rows === 1, statusesOf(answers), rows);
    },
    '152. two fields of one row are both kept': async (round) => {
      const id = 1 + (round % 40);
      const [name, mail] = [`name ${round}`, `mail${round}@x.co`];
      const answers = await Promise.all([
        ask('PATCH', `/users/${id}`, { display_name: name }),
        ask('PATCH', `/users/${id}`, { email: mail }),
      ]);
      const { display_name, email } = entityOf(await ask('GET', `/users/${id}`));
      const kept = display_name === name && email === mail;
      return unless(statusesOf(answers) === '200x2' && kept, statusesOf(answers), display_name, email);
    },
    '153. the same addition twenty times is made once': async (round) => {
      const id = 8 + (round % 33);
      await ask('PATCH', `/users/${id}`, { remove_friends: [7] });
      const answers = await Promise.all(times(20, () => ask('PATCH', `/users/${id}`, { add_friends: [7] })));
      const friends = await friendsOf(id);
      return unless(statusesOf(answers) === '200x20' && friends === '7', statusesOf(answers), friends);
    },
    '154. of an addition and a removal one is the last': async () => {
      const answers = await Promise.all([
        ask('PATCH', '/users/1', { add_friends: [7] }),
        ask('PATCH', '/users/1', { remove_friends: [7] }),
      ]);
      const friends = await friendsOf(1);
      return unless(
        statusesOf(answers) === '200x2' && ['', '7'].includes(friends),
        statusesOf(answers),
        friends,
      );
    },
    '155. of three sets one is left, whole': async () => {
      // From a set that is not empty: docs/guide/scaling.md says why.
      await ask('PATCH', '/pets/1', { categories: [8] });
      const sets = [[3, 4], [5, 6], [7]];
      const answers = await Promise.all(sets.map((categories) => ask('PATCH', '/pets/1', { categories })));
      const left = await categoriesOf(1);
      const whole = ['3,4', '5,6', '7'].includes(left);
      return unless(statusesOf(answers) === '200x3' && whole, statusesOf(answers), left);
    },
    '156. a set and the end of one of its members leave no half of a link': async (round) => {
      const { id } = entityOf(await ask('POST', '/categories', { name: `short-lived ${round}` }));
      const [set, deleted] = await Promise.all([
        ask('PATCH', '/pets/2', { categories: [4, id] }),
        ask('DELETE', `/categories/${String(id)}`),
      ]);
      const gone = (await ask('GET', `/categories/${String(id)}`)).status === 404;
      const linked = (await categoriesOf(2)).split(',').includes(String(id));
      const allowed = [200, 400, 409].includes(set.status) && [204, 409].includes(deleted.status);
      const consistent = gone === (deleted.status === 204) && !(gone && linked);
      return unless(allowed && consistent, set.status, deleted.status, gone, linked);
    },
    '158. no pet is left with an owner that is gone': async (round) => {
      const { id } = entityOf(await ask('POST', '/users', user(`owner${round}`)));
      const [created, deleted] = await Promise.all([
        ask('POST', '/pets', { name: 'p', age: 1, type: 'DOG', owner: id }),
        ask('DELETE', `/users/${String(id)}`),
      ]);
      const left = (await ask('GET', `/users/${String(id)}`)).status;
      const outcome = [created.status, deleted.status, left].join();
      return unless(['201,409,200', '400,204,404', '409,204,404'].includes(outcome), outcome);
    },
    '159. changes that overlap in opposite order all succeed': async (round) => {
      const [a, b] = [1 + (round % 10), 11 + (round % 7)];
      const verb = round % 2 === 0 ? 'add_friends' : 'remove_friends';
      const answers = await Promise.all([
        ask('PATCH', `/users/${a}`, { [verb]: [b, b + 1] }),
        ask('PATCH', `/users/${b}`, { [verb]: [a, a + 1] }),
        ask('PATCH', `/users/${a + 1}`, { [verb]: [b, a] }),
      ]);
      return unless(statusesOf(answers) === '200x3', statusesOf(answers));
    },
    '160. a write that fails takes no other with it': async (round) => {
      const good = times(20, (at) => ask('POST', '/users', user(`good${round}-${at}`)));
      const bad = ask('POST', '/users', { ...user(`bad${round}`), username: 'user1', friends: [1] });
      const answers = await Promise.all([...good, bad]);
      const kept = contentOf(await ask('GET', `/users?per_page=100&username.prefix=good${round}-`)).length;
      return unless(statusesOf(answers) === '201x20 409x1' && kept === 20, statusesOf(answers), kept);
    },
    '162. every list agrees with itself while rows come and go': async (round) => {
      const writes = times(10, async (at) => {
        const { id } = entityOf(await ask('POST', '/categories', { name: `w${round}-${at}` }));
        if (at % 2 === 0) await ask('DELETE', `/categories/${String(id)}`);
      });
      const lists = await Promise.all(times(10, () => ask('GET', '/categories?per_page=7&page=2')));
      await Promise.all(writes);
      const strange = lists.filter(({ json }) => !agreesWithItself(json as Envelope, 7));
      return unless(
        strange.length === 0,
        strange.map(({ text }) => text),
      );
    },
    '165. an edge to itself, a cycle, and one id twice': async () => {
      const answers = await Promise.all([
        ask('PATCH', '/users/35', { add_friends: [35, 36, 36] }),
        ask('PATCH', '/users/36', { add_friends: [35] }),
      ]);
      const friends = [await friendsOf(35), await friendsOf(36)].join(' ');
      await ask('PATCH', '/users/35', { remove_friends: [35, 36] });
      await ask('PATCH', '/users/36', { remove_friends: [35] });
      return unless(statusesOf(answers) === '200x2' && friends === '35,36 35', statusesOf(answers), friends);
    },
  };
}

interface Envelope {
  readonly page: number;
  readonly total_count: number;
  readonly last_page: number;
  readonly is_last_page: boolean;
  readonly content: readonly unknown[];
}

function agreesWithItself(list: Envelope, perPage: number): boolean {
  const { page, total_count: total, last_page: last, content } = list;
  const rows = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
  return (
    last === Math.ceil(total / perPage) && list.is_last_page === (page === last) && content.length === rows
  );
}
