// The view of sales: its rows have keys of two columns, follow what is sold, and are never written.
import { contentOf, entityOf, valuesOf } from '../support/collection.js';
import { expectProblem } from '../support/problem.js';
import { inTheShop } from './shop.js';

inTheShop((_, { ada, staff }) => {
  test('a row is what a product sold in a month', async () => {
    const rows = contentOf(await staff.get('/monthly-sales?sort=id'));
    expect(rows).toMatchObject([
      { productId: 1, month: '2026-03', quantity: 3, revenue: '14.70' },
      { productId: 1, month: '2026-04', quantity: 2, revenue: '9.80' },
      { productId: 2, month: '2026-03', quantity: 1, revenue: '29.95' },
      { productId: 3, month: '2026-04', quantity: 3, revenue: '0.30' },
    ]);
    const one = entityOf(await staff.get('/monthly-sales/1,2026-04'));
    expect(one).toEqual(rows[1]);
    expect(one).toMatchObject({ edges: { product: { sku: 'TEA-0001' } } });
    expectProblem(await staff.get('/monthly-sales/1,2026-05'), 404, 'not_found');
  });

  test('it is filtered, sorted and joined like any other', async () => {
    const revenues = async (query: string) => valuesOf(await staff.get(`/monthly-sales?${query}`), 'revenue');
    expect(await revenues('month.eq=2026-03&sort=-revenue')).toEqual(['29.95', '14.70']);
    expect(await revenues('revenue.gte=9.80&revenue.lt=14.70')).toEqual(['9.80']);
    expect(await revenues('revenue.lte=0.3')).toEqual(['0.30']);
    expect(await revenues('product.sku.in=TIN-0001&product.sku.in=POT-0001&sort=quantity')).toEqual([
      '29.95',
      '0.30',
    ]);
    expect((await staff.get('/monthly-sales/3,2026-04/product')).json).toMatchObject({ sku: 'TIN-0001' });
  });

  test('what is sold is in it at once', async () => {
    await ada.patch('/order-lines/1,2', { quantity: 2 });
    expect((await staff.get('/monthly-sales/2,2026-03')).json).toMatchObject({
      quantity: 2,
      revenue: '59.90',
    });
    await ada.delete('/order-lines/1,2');
    expectProblem(await staff.get('/monthly-sales/2,2026-03'), 404, 'not_found');
  });

  test('nothing writes it', async () => {
    expectProblem(await staff.post('/monthly-sales', {}), 405, 'method_not_allowed');
    expectProblem(await staff.patch('/monthly-sales/1,2026-04', {}), 405, 'method_not_allowed');
    expectProblem(await staff.delete('/monthly-sales/1,2026-04'), 405, 'method_not_allowed');
  });
});
