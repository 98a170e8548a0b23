// The tables of the old system: ids of BIGINT columns, names that are mapped, DECIMAL, CHAR(2) and TINYINT(1) columns.
import { entityOf, valuesOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { speaksMysql } from '../support/test-database.js';
import { inTheShop } from './shop.js';

/** A number of JavaScript rounds it to 9007199254740992. */
const large = '9007199254740993';

inTheShop((stage, { staff }) => {
  const insertSupplier = (id: string) =>
    stage.dataSource.query(
      `INSERT INTO tbl_supplier (supplier_id, supplier_name, country_code) VALUES (${id}, 'Far away', 'NZ')`,
    );

  test('rows are shown under the names of the class', async () => {
    expect((await staff.get('/suppliers/1')).json).toEqual({
      id: '1',
      name: 'Uji Garden',
      country: 'JP',
      active: true,
      creditLimit: '9999999999.99',
      edges: {},
    });
    expect((await staff.get('/deliveries/3')).json).toMatchObject({
      id: '3',
      unitCost: '0.0001',
      deliveredAt: '2026-03-01T09:30:00.000Z',
      edges: { supplier: { id: '2', active: false, creditLimit: null }, product: { sku: 'TIN-0001' } },
    });
  });

  test('an id beyond what a number holds is exact, wherever an id stands', async () => {
    await insertSupplier(large);
    expect((await staff.get(`/suppliers/${large}`)).json).toMatchObject({ id: large, active: true });
    expectProblem(await staff.get('/suppliers/9007199254740992'), 404, 'not_found');
    expect((await staff.patch(`/suppliers/${large}`, { creditLimit: '0.01' })).json).toMatchObject({
      id: large,
      creditLimit: '0.01',
    });
    const delivery = await staff.post('/deliveries', {
      supplier: large,
      product: 1,
      quantity: 7,
      unitCost: '1.0001',
      deliveredAt: '2026-06-01T10:00:00Z',
    });
    expect(delivery).toMatchObject({ status: 201, json: { id: '4', edges: { supplier: { id: large } } } });
    expect(delivery.headers.location).toBe('/deliveries/4');
    expect(valuesOf(await staff.get(`/suppliers/${large}/deliveries`), 'quantity')).toEqual([7]);
    expectProblem(await staff.delete(`/suppliers/${large}`), 409, 'still_referenced');
    await staff.delete('/deliveries/4');
    expect((await staff.delete(`/suppliers/${large}`)).status).toBe(204);
  });

  test('the upper half of BIGINT UNSIGNED is there where the database has it', async () => {
    const largest = '18446744073709551615';
    if (speaksMysql(stage.database)) {
      await insertSupplier(largest);
      expect((await staff.get(`/suppliers/${largest}`)).json).toMatchObject({ id: largest });
      expect(valuesOf(await staff.get('/suppliers?sort=-id'), 'id')).toEqual([largest, '2', '1']);
      expect((await staff.patch('/deliveries/1', { supplier: largest })).json).toMatchObject({
        edges: { supplier: { id: largest } },
      });
    } else expectProblem(await staff.get(`/suppliers/${largest}`), 404, 'not_found');
    for (const id of ['18446744073709551616', '-1'])
      expectProblem(await staff.get(`/suppliers/${id}`), 404, 'not_found');
  });

  test('a new supplier gets the next id, and the defaults of the table', async () => {
    const made = await staff.post('/suppliers', { name: 'Assam', country: 'IN' });
    expect(made).toMatchObject({ status: 201, json: { id: '3', active: true, creditLimit: null } });
    expect(made.headers.location).toBe('/suppliers/3');
    for (const [body, pointer] of [
      [{ name: 'Assam', country: 'India' }, '/country'],
      [{ name: 'Assam', country: 'IN', active: 1 }, '/active'],
      [{ name: 'Assam', country: 'IN', creditLimit: '10000000000.00' }, '/creditLimit'],
      [{ name: 'Assam', country: 'IN', id: '7' }, '/id'],
    ] as const)
      expect(places(expectProblem(await staff.post('/suppliers', body), 400, 'invalid_request'))).toContain(
        pointer,
      );
  });

  test('filters and edges lead through the mapped columns', async () => {
    const ids = async (target: string) => valuesOf(await staff.get(target), 'id');
    expect(await ids('/suppliers?active.eq=true')).toEqual(['1']);
    expect(await ids('/suppliers?country.eq=PL')).toEqual(['2']);
    expect(await ids('/suppliers?name.ihas=garden')).toEqual(['1']);
    expect(await ids('/suppliers?creditLimit.gte=9999999999.99')).toEqual(['1']);
    expect(await ids('/suppliers?deliveries.unitCost.lt=0.001')).toEqual(['2']);
    expect(await ids('/deliveries?supplier.name.has=Bunz&sort=-id')).toEqual(['3', '2']);
    expect(await ids('/deliveries?product.sku.eq=POT-0001')).toEqual(['2']);
    expect(await ids('/deliveries?sort=-supplier.name,id')).toEqual(['1', '2', '3']);
    expect(entityOf(await staff.get('/deliveries/1/supplier')).name).toBe('Uji Garden');
  });
});
