// Payments of several kinds in one table, through the parent and through each child.
import { contentOf, entityOf, valuesOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { inTheShop } from './shop.js';

const card = { amount: '0.30', order: 2, brand: 'visa', lastDigits: '0007' };
const invoice = { amount: '0.30', order: 2, dueOn: '2026-05-01' };

inTheShop((_, { ada, staff }) => {
  test('the list of all shows each as its kind has it', async () => {
    expect(contentOf(await staff.get('/payments?sort=id'))).toEqual([
      { id: 1, amount: '44.65', brand: 'visa', lastDigits: '4242', kind: 'card', edges: {} },
      { id: 2, amount: '9.80', dueOn: '2026-05-02', kind: 'invoice', edges: {} },
    ]);
    expect(valuesOf(await staff.get('/card-payments'), 'id')).toEqual([1]);
    expect(valuesOf(await staff.get('/payments?kind.eq=invoice'), 'id')).toEqual([2]);
    expect(valuesOf(await staff.get('/invoice-payments?dueOn.lt=2026-06-01'), 'id')).toEqual([2]);
    expect(valuesOf(await staff.get('/payments?order.placedOn.gt=2026-04-01'), 'id')).toEqual([2]);
  });

  test('a payment is made at its own endpoint, or at that of all with its kind', async () => {
    const own = await ada.post('/card-payments', card);
    expect(own).toMatchObject({ status: 201, json: { amount: '0.30', lastDigits: '0007', kind: 'card' } });
    expect(own.headers.location).toBe('/card-payments/3');
    const shared = await ada.post('/payments', { kind: 'invoice', ...invoice });
    expect(shared).toMatchObject({ status: 201, json: { dueOn: '2026-05-01', kind: 'invoice' } });
    expect(shared.headers.location).toBe('/payments/4');
    expect(entityOf(await ada.get('/invoice-payments/4'))).toEqual(entityOf(shared));
    expect(valuesOf(await ada.get('/orders/2/payments'), 'kind')).toEqual(['card', 'invoice']);
  });

  test.each([
    ['/card-payments', { ...card, lastDigits: '12' }, ['/lastDigits']],
    ['/payments', { kind: 'card', ...card, lastDigits: '12345' }, ['/lastDigits', '/lastDigits']],
    ['/payments', { kind: 'card', ...card, brand: 'amex' }, ['/brand']],
    ['/payments', { kind: 'card', ...invoice }, ['/brand', '/dueOn', '/lastDigits']],
    ['/invoice-payments', { ...invoice, amount: '0.00' }, ['/amount']],
    ['/invoice-payments', { ...invoice, dueOn: '2026-02-30' }, ['/dueOn']],
    ['/payments', { amount: '0.30', order: 2 }, ['/kind']],
    ['/payments', { kind: 'cash', amount: '0.30', order: 2 }, ['/kind']],
  ])('POST %s %j is refused', async (path, body, pointers) => {
    expect(places(expectProblem(await ada.post(path, body), 400, 'invalid_request'))).toEqual(pointers);
  });

  test('a payment stays as it is', async () => {
    for (const path of ['/payments/1', '/card-payments/1']) {
      expectProblem(await staff.patch(path, { amount: '1.00' }), 405, 'method_not_allowed');
      expectProblem(await staff.delete(path), 405, 'method_not_allowed');
    }
  });
});
