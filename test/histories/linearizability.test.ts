// The checker itself: histories that have a sequential order, and histories that have none.
import { boardModel } from './board-model.js';
import type { Body, Operation } from './board-operations.js';
import { findViolation, isLinearizable, type Event, type Model } from './linearizability.js';

type Register = { readonly set: number } | 'get';

/** One number. */
const register: Model<number, Register> = {
  initial: 0,
  key: String,
  step: (state, operation) =>
    operation === 'get' ? { state, answer: `200 ${state}` } : { state: operation.set, answer: '200 set' },
  writes: (operation) => operation !== 'get',
  answersEarlier: () => false,
};

/** An operation from one time to another; without an answer it has no end. */
function event<T>(called: number, answered: number, operation: T, answer: string | null = null): Event<T> {
  return { operation, answer, called, answered: answer === null ? Infinity : answered };
}

const set = (called: number, answered: number, value: number) =>
  event<Register>(called, answered, { set: value }, '200 set');
const get = (called: number, answered: number, value: number) =>
  event<Register>(called, answered, 'get', `200 ${value}`);
const lost = (called: number, value: number) => event<Register>(called, Infinity, { set: value });

describe('a number', () => {
  test.each([
    ['nothing happened', []],
    ['one after the other', [set(0, 1, 5), get(2, 3, 5)]],
    ['a read beside a write sees what was before', [set(0, 3, 5), get(1, 2, 0)]],
    ['a read beside a write sees what comes', [set(0, 3, 5), get(1, 2, 5)]],
    [
      'two writes at once, in the order that was not that of their calls',
      [set(0, 3, 5), set(1, 3, 6), get(4, 5, 5)],
    ],
    ['reads beside one write see both, in order', [set(0, 9, 5), get(1, 2, 0), get(3, 4, 5)]],
    ['a write without an answer was seen much later', [lost(0, 5), get(1, 2, 0), get(3, 4, 5)]],
    ['a write without an answer was never made', [lost(0, 5), get(1, 2, 0), get(3, 4, 0)]],
  ])('has an order: %s', (_, events) => {
    expect(isLinearizable(register, events)).toBe(true);
    expect(findViolation(register, events)).toBeNull();
  });

  test.each([
    ['a read of what nobody wrote', [get(0, 1, 5)]],
    ['a read of what was before, after the write was answered', [set(0, 1, 5), get(2, 3, 0)]],
    ['a read that goes back', [set(0, 9, 5), get(1, 2, 5), get(3, 4, 0)]],
    [
      'two readers who see two writes in two orders',
      [set(0, 1, 1), set(0, 9, 5), set(0, 9, 6), get(2, 3, 5), get(4, 5, 6), get(6, 7, 5)],
    ],
    ['a write seen before it was called', [get(0, 1, 5), set(2, 3, 5)]],
    ['a write without an answer that is seen and gone', [lost(0, 5), get(1, 2, 5), get(3, 4, 0)]],
  ])('has none: %s', (_, events) => {
    expect(isLinearizable(register, events)).toBe(false);
  });

  test('the report is the shortest prefix that has no order, without mere reads', () => {
    const written = set(0, 1, 5);
    const stale = get(10, 11, 0);
    const events = [written, get(2, 3, 5), get(4, 5, 5), stale, set(12, 13, 7), get(14, 15, 7)];
    expect(findViolation(register, events)).toEqual([written, stale]);
  });

  test('the report marks operations that had no answer by then', () => {
    const events = [set(0, 20, 5), get(1, 2, 5), get(3, 4, 0)];
    expect(findViolation(register, events)).toEqual([lost(0, 5), ...events.slice(1)]);
  });

  test('ten writes at once, and all that was seen', () => {
    const writes = Array.from({ length: 10 }, (_, at) => set(0, 100, at));
    const reads = [7, 3, 9, 0, 1].map((value, at) => get(10 * at + 1, 10 * at + 2, value));
    expect(isLinearizable(register, [...writes, ...reads])).toBe(true);
    expect(isLinearizable(register, [...writes, ...reads, get(60, 61, 7)])).toBe(false);
  });
});

describe('a board', () => {
  const post = (
    version: number,
    title: string,
    tags: readonly object[] = [],
    comments: readonly object[] = [],
  ) => ({
    id: 1,
    board: 1,
    title,
    text: title,
    version,
    edges: { comments, tags },
  });
  const tag = (id: number, version = 1) => ({
    id,
    board: 1,
    name: `t${id}`,
    weight: 1,
    version,
    edges: {},
  });
  const comment = { id: 1, board: 1, note: 'c', version: 1, edges: {} };
  const answer = (status: number, json: object) => `${status} ${JSON.stringify(json)}`;
  const create = (
    at: number,
    kind: 'posts' | 'tags',
    id: number,
    body: Body,
    json: object,
  ): Event<Operation> =>
    event<Operation>(at, at + 0.1, { does: 'create', kind, id, body }, answer(201, json));
  const start = [
    create(0, 'posts', 1, { title: 'a', text: 'a' }, post(1, 'a')),
    ...[1, 2].map((id) => create(id, 'tags', id, { name: `t${id}` }, { ...tag(id), edges: { posts: [] } })),
  ];
  const patch = (called: number, answered: number, body: Body, json: object): Event<Operation> =>
    event<Operation>(called, answered, { does: 'update', kind: 'posts', id: 1, body }, answer(200, json));
  const read = (called: number, answered: number, json: object): Event<Operation> =>
    event<Operation>(called, answered, { does: 'read', kind: 'posts', id: 1 }, answer(200, json));
  const patchTag = (
    called: number,
    answered: number,
    body: Body,
    posts: readonly object[],
  ): Event<Operation> =>
    event<Operation>(
      called,
      answered,
      { does: 'update', kind: 'tags', id: 2, body },
      answer(200, { ...tag(2, 2), edges: { posts } }),
    );
  const embedded = { ...post(1, 'a'), edges: {} };
  const [oneMoment, readsBackEarlier] = [boardModel(1, false), boardModel(1, true)];

  test('fields and edges of one PATCH are seen together', () => {
    const written = patch(5, 9, { title: 'b', text: 'b', tags: [1] }, post(2, 'b', [tag(1)]));
    expect(isLinearizable(oneMoment, [...start, written, read(6, 8, post(1, 'a'))])).toBe(true);
    expect(isLinearizable(oneMoment, [...start, written, read(6, 8, post(2, 'b', [tag(1)]))])).toBe(true);
    for (const mixed of [post(2, 'b'), post(1, 'a', [tag(1)])])
      expect(isLinearizable(readsBackEarlier, [...start, written, read(6, 8, mixed)])).toBe(false);
  });

  test('a set is not answered with more than was set, whatever comes from the other side', () => {
    const fromTag = patchTag(5, 9, { add_posts: [1] }, [embedded]);
    const set = (tags: readonly object[]) => patch(5, 9, { tags: [1] }, post(2, 'a', tags));
    expect(isLinearizable(oneMoment, [...start, fromTag, set([tag(1)])])).toBe(true);
    expect(isLinearizable(readsBackEarlier, [...start, fromTag, set([tag(1), tag(2, 2)])])).toBe(false);
  });

  test('a link that was added is not missing in the answer, though its removal comes from the other side', () => {
    const linked = patch(5, 6, { tags: [2] }, post(2, 'a', [tag(2)]));
    const removal = patchTag(7, 9, { remove_posts: [1] }, []);
    const addition = (tags: readonly object[]) => patch(7, 9, { add_tags: [2] }, post(3, 'a', tags));
    expect(isLinearizable(readsBackEarlier, [...start, linked, removal, addition([tag(2)])])).toBe(true);
    expect(isLinearizable(readsBackEarlier, [...start, linked, removal, addition([])])).toBe(false);
  });

  test('an answer may show what others left before the write took effect, where that is allowed', () => {
    const written = patch(5, 12, { title: 'b', text: 'b' }, post(2, 'b'));
    const commented = event<Operation>(
      6,
      7,
      { does: 'create', kind: 'comments', id: 1, body: { note: 'c', post: 1 } },
      answer(201, { ...comment, edges: { post: embedded } }),
    );
    const events = [...start, written, commented, read(8, 9, post(1, 'a', [], [comment]))];
    expect(isLinearizable(readsBackEarlier, events)).toBe(true);
    expect(isLinearizable(oneMoment, events)).toBe(false);
  });

  test('what is gone is gone from both sides of its edges', () => {
    const linked = patch(5, 6, { tags: [2] }, post(2, 'a', [tag(2)]));
    const gone = event<Operation>(7, 8, { does: 'delete', kind: 'tags', id: 2 }, '204 ');
    expect(isLinearizable(oneMoment, [...start, linked, gone, read(9, 10, post(2, 'a'))])).toBe(true);
    expect(isLinearizable(oneMoment, [...start, linked, gone, read(9, 10, post(2, 'a', [tag(2)]))])).toBe(
      false,
    );
  });
});
