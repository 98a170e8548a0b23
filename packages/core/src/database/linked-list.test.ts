// Members of a list, in the order in which they were added.
import fc from 'fast-check';
import { LinkedList, type Link } from './linked-list.js';

test('a list holds what a set would hold, in the same order', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ add: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ remove: fc.integer({ min: 0, max: 9 }) }),
    ),
  );
  fc.assert(
    fc.property(steps, (taken) => {
      const list = new LinkedList<number>();
      const links = new Map<number, Link<number>>();
      const values = new Set<number>();
      for (const step of taken) {
        if ('add' in step) {
          if (!values.has(step.add)) links.set(step.add, list.add(step.add));
          values.add(step.add);
        } else {
          // Also one that was removed before.
          const link = links.get(step.remove);
          if (link) list.remove(link);
          values.delete(step.remove);
        }
        expect(list.toArray()).toEqual([...values]);
        expect(list.first).toBe([...values][0]);
      }
    }),
  );
});

test('a removed member refers to no other', () => {
  const list = new LinkedList<string>();
  list.add('a');
  const link = list.add('b');
  list.add('c');
  list.remove(link);
  expect(link).toEqual({ value: 'b', previous: null, next: null });
});
