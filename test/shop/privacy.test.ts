// Two customers, who see nothing of each other: not by an id, a list, an edge, a filter, a sort key or a body.
import { entityOf, valuesOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { inTheShop } from './shop.js';

inTheShop((_, { guest, ada, ben, staff }) => {
  test.each(['/orders', '/order-lines', '/payments', '/card-payments', '/customers'])(
    'without a token %s is a 401',
    async (path) => {
      for (const target of [path, `${path}/1`]) expectProblem(await guest.get(target), 401, 'unauthorized');
    },
  );

  test('lists have what is their own, and staff see everything', async () => {
    const ids = async (path: string) => [
      valuesOf(await ada.get(`${path}?sort=id`), 'id'),
      valuesOf(await ben.get(`${path}?sort=id`), 'id'),
      valuesOf(await staff.get(`${path}?sort=id`), 'id'),
    ];
    expect(await ids('/customers')).toEqual([[1], [2], [1, 2]]);
    expect(await ids('/orders')).toEqual([[1, 2], [3], [1, 2, 3]]);
    expect(await ids('/payments')).toEqual([[1], [2], [1, 2]]);
    expect(await ids('/card-payments')).toEqual([[1], [], [1]]);
    expect(valuesOf(await ben.get('/order-lines'), 'orderId')).toEqual([3]);
  });

  test.each([
    '/orders/1',
    '/orders/1/lines',
    '/order-lines/1,1',
    '/payments/1',
    '/card-payments/1',
    '/customers/1',
  ])('%s is not there for Ben', async (path) => {
    expect((await ada.get(path)).status).toBe(200);
    expectProblem(await ben.get(path), 404, 'not_found');
  });

  test('changes of the rows of others are changes of rows that are not there', async () => {
    expectProblem(await ben.patch('/orders/1', { note: 'Ben was here' }), 404, 'not_found');
    expectProblem(await ben.patch('/order-lines/1,1', { quantity: 1 }), 404, 'not_found');
    expectProblem(await ben.delete('/order-lines/1,1'), 404, 'not_found');
    for (const [path, body] of [
      ['/order-lines', { order: 1, product: 3, quantity: 1 }],
      ['/payments', { kind: 'invoice', order: 1, amount: '1.00', dueOn: '2026-05-01' }],
    ] as const)
      expect(places(expectProblem(await ben.post(path, body), 400, 'invalid_request'))).toEqual(['/order']);
    expect(entityOf(await guest.get('/products/1')).stock).toBe(100);
  });

  test('filters and sort keys reveal nothing about other customers', async () => {
    for (const query of [
      'customer.email.eq=ada@example.com',
      'lines.quantity.eq=3',
      'payments.amount.gt=10',
      'total.gt=10',
    ]) {
      const answer = await ben.get(`/orders?${query}`);
      if (answer.status === 200) expect(answer.json).toMatchObject({ total_count: 0 });
      else expectProblem(answer, 400, 'invalid_request');
    }
  });

  test.each(['/monthly-sales', '/suppliers', '/deliveries'])('%s is for staff', async (path) => {
    expectProblem(await guest.get(path), 401, 'unauthorized');
    expectProblem(await ada.get(path), 403, 'forbidden');
    expect((await staff.get(path)).status).toBe(200);
  });
});
