// Products: decimals to the last digit, rules, a check of two columns, and who may write.
import { entityOf, valuesOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { inTheShop } from './shop.js';

const tea = { sku: 'TEA-0002', name: 'Black tea, 100 g', price: '12345678.99', vatRate: 7 };

inTheShop((stage, { guest, ada, staff }) => {
  test('prices are exact: stored, filtered and sorted by every digit', async () => {
    const made = await staff.post('/products', tea);
    expect(made).toMatchObject({ status: 201, json: { ...tea, salePrice: null, stock: 0 } });
    expect(made.headers.location).toBe('/products/4');
    const skus = async (query: string) => valuesOf(await guest.get(`/products?${query}`), 'sku');
    expect(await skus('price.eq=12345678.99')).toEqual(['TEA-0002']);
    expect(await skus('price.gt=12345678.98&price.lt=12345679')).toEqual(['TEA-0002']);
    expect(await skus('price.eq=0.1')).toEqual(['TIN-0001']);
    expect(await skus('sort=-price')).toEqual(['TEA-0002', 'POT-0001', 'TEA-0001', 'TIN-0001']);
  });

  test.each([
    ['below the least', '-0.01'],
    ['with a digit too many', '0.001'],
    ['beyond the precision', '123456789'],
    ['written as a float', '1e2'],
    ['that is a number', 4.9],
  ])('a price %s is refused', async (_, price) => {
    const answer = await staff.post('/products', { ...tea, price });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/price']);
  });

  test('the VAT rate is a number with the digits of its column', async () => {
    const made = entityOf(await staff.post('/products', { ...tea, vatRate: 5.25 }));
    expect(entityOf(await guest.get(`/products/${String(made.id)}`)).vatRate).toBe(5.25);
    for (const vatRate of [-1, 100.5, 5.255, '7']) {
      const answer = await staff.patch('/products/1', { vatRate });
      // A text breaks the schema and the rule.
      const faults = places(expectProblem(answer, 400, 'invalid_request'));
      expect(new Set(faults)).toEqual(new Set(['/vatRate']));
    }
  });

  test('a sale price that is not below the price is refused by the check, in the words of the shop', async () => {
    const fault = {
      pointer: '/salePrice',
      code: 'invalid',
      detail: 'The sale price must be below the price.',
    };
    for (const answer of [
      await staff.patch('/products/2', { salePrice: '34.50' }),
      await staff.patch('/products/2', { price: '29.95' }),
      await staff.post('/products', { ...tea, salePrice: '12345678.99' }),
    ])
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([fault]);
    expect((await staff.patch('/products/2', { salePrice: '34.49' })).status).toBe(200);
  });

  test('a number of an article is unique, well-formed, and stays', async () => {
    const taken = await staff.post('/products', { ...tea, sku: 'POT-0001' });
    expect(places(expectProblem(taken, 409, 'already_exists'))).toEqual(['/sku']);
    for (const answer of [
      await staff.post('/products', { ...tea, sku: 'tea-0002' }),
      await staff.patch('/products/1', { sku: 'TEA-0009' }),
    ])
      expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/sku']);
  });

  test('everyone reads products, and staff write them', async () => {
    expect((await guest.get('/products?stock.gt=0&sort=name')).json).toMatchObject({ total_count: 2 });
    const unknown = await guest.post('/products', tea);
    expectProblem(unknown, 401, 'unauthorized');
    expect(unknown.headers['www-authenticate']).toBe('Bearer');
    expectProblem(await ada.patch('/products/1', { price: '0.01' }), 403, 'forbidden');
    expectProblem(await staff.delete('/products/1'), 409, 'still_referenced');
    expect(stage.statements.texts.join()).not.toContain('0.01');
  });
});
