// Orders and their lines: composite ids, edges, and a stock that never falls below zero.
import { edgesOf, entityOf, valuesOf } from '../support/collection.js';
import type { Answer } from '../support/http-client.js';
import { expectProblem, places } from '../support/problem.js';
import { inTheShop } from './shop.js';

inTheShop((_, { guest, ada, ben, staff }) => {
  const stockOf = async (product: number) => entityOf(await guest.get(`/products/${product}`)).stock;

  test('an order is of the customer who places it, on the day', async () => {
    const placed = await ada.post('/orders', { note: 'Mind the dog.' });
    expect(placed).toMatchObject({
      status: 201,
      json: { id: 4, note: 'Mind the dog.', total: '0.00', edges: { lines: [] } },
    });
    expect(placed.headers.location).toBe('/orders/4');
    expect(Date.now() - Date.parse(String(entityOf(placed).placedOn))).toBeLessThan(2 * 86_400_000);
    expect((await staff.get('/orders/4/customer')).json).toMatchObject({ name: 'Ada' });
    expectProblem(await staff.post('/orders', {}), 403, 'forbidden');
    for (const body of [{ customer: 2 }, { placedOn: '2020-01-01' }, { total: '0.00' }])
      expectProblem(await ada.post('/orders', body), 400, 'invalid_request');
  });

  test('the total adds up the lines, to the cent', async () => {
    const totals = async (query: string) => valuesOf(await staff.get(`/orders?${query}`), 'total');
    expect(await totals('sort=id')).toEqual(['44.65', '0.30', '9.80']);
    expect(await totals('sort=-total')).toEqual(['44.65', '9.80', '0.30']);
    expect(await totals('lines.quantity.gte=3&sort=id')).toEqual(['44.65', '0.30']);
    expect(await totals('customer.email.eq=ben@example.com')).toEqual(['9.80']);
    expect(await totals('placedOn.gt=2026-03-30&sort=id')).toEqual(['0.30', '9.80']);
    expect(await totals('has.payments=false')).toEqual(['0.30']);
  });

  test('a line is found under the ids of its order and product', async () => {
    const made = await ada.post('/order-lines', { order: 2, product: 1, quantity: 2 });
    expect(made).toMatchObject({
      status: 201,
      json: { orderId: 2, productId: 1, unitPrice: '4.90', edges: { product: { sku: 'TEA-0001' } } },
    });
    expect(made.headers.location).toBe('/order-lines/2,1');
    expect((await ada.get('/order-lines/2,1')).text).toBe(made.text);
    expect((await ada.get('/order-lines/2,1/order')).json).toMatchObject({ id: 2, total: '10.10' });
    expect(valuesOf(await ada.get('/orders/2/lines'), 'productId')).toEqual([1, 3]);
    expect(edgesOf(entityOf(await ada.get('/orders/2'))).lines).toMatchObject([
      { productId: 1 },
      { productId: 3 },
    ]);
    expectProblem(
      await ada.post('/order-lines', { order: 2, product: 1, quantity: 1 }),
      409,
      'already_exists',
    );
    expect(await stockOf(1)).toBe(98);
    for (const id of ['1', '2,2', '2,1,1', '2;1', '02,1'])
      expectProblem(await ada.get(`/order-lines/${id}`), 404, 'not_found');
  });

  test('a line costs what the product costs when it is ordered', async () => {
    const sale = await ada.post('/order-lines', { order: 2, product: 2, quantity: 1 });
    expect(sale.json).toMatchObject({ unitPrice: '29.95' });
    await staff.patch('/products/2', { salePrice: null });
    expect((await ada.get('/order-lines/2,2')).json).toMatchObject({ unitPrice: '29.95' });
    expect((await ben.post('/order-lines', { order: 3, product: 2, quantity: 1 })).json).toMatchObject({
      unitPrice: '34.50',
    });
    for (const body of [{ unitPrice: '0.01' }, { product: 3 }, { order: 3 }])
      expect(
        places(expectProblem(await ada.patch('/order-lines/2,2', body), 400, 'invalid_request')),
      ).toEqual(Object.keys(body).map((key) => `/${key}`));
  });

  test('pieces leave the stock and come back', async () => {
    await ada.post('/order-lines', { order: 2, product: 2, quantity: 3 });
    expect(await stockOf(2)).toBe(0);
    await ada.patch('/order-lines/2,2', { quantity: 1 });
    expect(await stockOf(2)).toBe(2);
    await ada.patch('/order-lines/2,2', { quantity: 2 });
    expect(await stockOf(2)).toBe(1);
    await ada.patch('/order-lines/2,2', {});
    expect(await stockOf(2)).toBe(1);
    expect((await ada.delete('/order-lines/2,2')).status).toBe(204);
    expect(await stockOf(2)).toBe(3);
  });

  test('what is not there is sold out, and nothing of the request is left', async () => {
    const refused = await ada.post('/order-lines', { order: 2, product: 2, quantity: 4 });
    expect(refused).toMatchObject({
      status: 409,
      json: {
        type: 'urn:problem-type:api:sold-out',
        code: 'sold_out',
        title: 'Sold out',
        errors: [{ pointer: '/quantity', code: 'conflict' }],
      },
    });
    await ada.post('/order-lines', { order: 2, product: 2, quantity: 2 });
    expect(await ada.patch('/order-lines/2,2', { quantity: 4 })).toMatchObject({
      status: 409,
      json: { code: 'sold_out' },
    });
    expect((await ada.get('/order-lines/2,2')).json).toMatchObject({ quantity: 2 });
    expect(await stockOf(2)).toBe(1);
  });

  test('a line that the database refuses gives its pieces back', async () => {
    expectProblem(
      await ada.post('/order-lines', { order: 1, product: 1, quantity: 5 }),
      409,
      'already_exists',
    );
    expect(await stockOf(1)).toBe(100);
  });

  test('of many at once as many are served as there are pieces', async () => {
    const orders: unknown[] = [];
    for (let n = 0; n < 30; n++) orders.push(entityOf(await (n % 2 ? ada : ben).post('/orders', {})).id);
    const answers = await Promise.all(
      orders.map((order, n) => (n % 2 ? ada : ben).post('/order-lines', { order, product: 2, quantity: 1 })),
    );
    expect(countOf(answers, 201)).toBe(3);
    expect(countOf(answers, 409)).toBe(27);
    expect(await stockOf(2)).toBe(0);
  });

  test('of many changes of one line at once each counts, and the pieces add up', async () => {
    await ada.post('/order-lines', { order: 2, product: 1, quantity: 1 });
    const quantities = [5, 9, 60, 2, 30, 99];
    const answers = await Promise.all(
      quantities.map((quantity) => ada.patch('/order-lines/2,1', { quantity })),
    );
    expect(countOf(answers, 200)).toBe(quantities.length);
    const { quantity } = entityOf(await ada.get('/order-lines/2,1'));
    expect(quantities).toContain(quantity);
    expect(await stockOf(1)).toBe(100 - Number(quantity));
  });

  test('an order with lines stays; without them it goes', async () => {
    expectProblem(await ada.delete('/orders/2'), 409, 'still_referenced');
    await ada.delete('/order-lines/2,3');
    expect((await ada.delete('/orders/2')).status).toBe(204);
    expectProblem(await ada.get('/orders/2'), 404, 'not_found');
  });
});

function countOf(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}
