// Many rows of single-table inheritance: each row is of its class, and a request writes only rows of classes that offer it.
import { contentOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { cashbox, heard } from '../../support/fixtures/cashbox.js';
import { expectProblem } from '../../support/problem.js';

const bulk: Fixture = {
  ...cashbox,
  options: { ...cashbox.options, bulk: ['create', 'update', 'delete'] },
};

forEachDatabase(bulk, (stage) => {
  beforeEach(() => {
    heard.length = 0;
  });

  const readAmounts = async () => {
    const rows = await stage.dataSource.getRepository('Payment').find({ order: { id: 'ASC' } });
    return rows.map(({ amount }) => Number(amount));
  };

  test('each item of a create names its class', async () => {
    const answer = await stage.client.post('/payments/bulk', [
      { amount: 10 },
      { kind: 'credit', amount: 11, holder: 'Di', ceiling: 5 },
      { kind: 'CashPayment', amount: 12, drawer: 0.5 },
    ]);
    expect(answer.status).toBe(201);
    const made = contentOf(answer);
    expect(made).toMatchObject([
      { kind: 'Payment', amount: 10 },
      { kind: 'credit', holder: 'Di', edges: { gateway: null, refunds: [] } },
      { kind: 'CashPayment', drawer: 0.5 },
    ]);
    for (const row of made) expect((await stage.client.get(`/payments/${String(row.id)}`)).json).toEqual(row);
    expect(heard).toEqual(['allow create', 'create Di']);
  });

  test('faults of items are those of their classes', async () => {
    const answer = await stage.client.post('/payments/bulk', [
      { amount: 10, holder: 'Di' },
      { kind: 'BankPayment', amount: 1, iban: 'DE2' },
      { kind: 'card', amount: 1 },
      { kind: 'credit', amount: 1, holder: 'Di', ceiling: 5000 },
    ]);
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/0/holder', code: 'unknown_key' },
      { pointer: '/1/kind', code: 'not_allowed' },
      { pointer: '/2/holder', code: 'required' },
      { pointer: '/3/ceiling', code: 'out_of_range' },
    ]);
  });

  test('an update by filters writes rows of the classes that have the operation', async () => {
    const answer = await stage.client.patch('/payments?all=true', { amount: 50 });
    // Not 4 and 7, of a class without update; not 5, of a class without list; not 6, of a hidden class.
    expect(answer.json).toEqual({ affected: 3 });
    expect(await readAmounts()).toEqual([50, 50, 50, 4, 5, 6, 7]);
    expect(heard).toEqual(['allow update', 'update Ben', 'update Cy']);
  });

  test('its body must be valid for each of them', async () => {
    const answer = await stage.client.patch('/payments?all=true', { holder: 'Di', amount: 'x' });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/holder', code: 'unknown_key' },
      { pointer: '/amount', code: 'wrong_type' },
    ]);
    const ofClass = await stage.client.patch('/card-payments?all=true', { holder: 'Di' });
    expect(ofClass.json).toEqual({ affected: 2 });
  });

  test('each row of a list gets keys of its class', async () => {
    const answer = await stage.client.patch('/payments', [
      { id: 3, ceiling: 600, holder: 'Cyd' },
      { id: 1, amount: 21 },
      { id: 2, holder: 'Benny' },
    ]);
    expect(answer.json).toEqual({ affected: 3 });
    expect((await stage.client.get('/payments/3')).json).toMatchObject({ ceiling: 600, holder: 'Cyd' });
    expect(heard).toEqual(['allow update', 'update Benny', 'update Cyd']);
  });

  test('rows of other classes, hidden and missing ones are faults of their items', async () => {
    const answer = await stage.client.patch('/payments', [
      { id: 1, amount: 21 },
      { id: 4, amount: 21 },
      { id: 2, amount: 21, iban: 'DE3' },
    ]);
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/1/id', code: 'not_allowed' },
      { pointer: '/2/iban', code: 'unknown_key' },
    ]);
    for (const id of [6, 77]) {
      const missing = await stage.client.patch('/payments', [{ id, amount: 21 }]);
      expect(expectProblem(missing, 400, 'invalid_request')).toMatchObject([
        { pointer: '/0/id', code: 'not_found' },
      ]);
    }
    expect(await readAmounts()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('a delete leaves rows of classes without the operation', async () => {
    await stage.dataSource.getRepository('Refund').createQueryBuilder().delete().execute();
    await stage.dataSource.getRepository('Reminder').createQueryBuilder().delete().execute();
    heard.length = 0;
    expect((await stage.client.delete('/payments?all=true')).json).toEqual({ affected: 3 });
    expect(await readAmounts()).toEqual([4, 5, 6, 7]);
    expect(heard).toEqual(['allow delete', 'delete Ben', 'delete Cy']);
  });
});
