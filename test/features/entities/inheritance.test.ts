// Single-table inheritance: a row is of its class, wherever it is met.
import { openApiDocument } from '@decorest/openapi';
import { createApi } from '@decorest/core';
import { contentOf, edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { cashbox, heard } from '../../support/fixtures/cashbox.js';
import { expectProblem, places } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';

const plain = { id: 1, amount: 1, kind: 'Payment', edges: {} };
const refunds = [1, 2].map((id) => ({ id, amount: id, edges: {} }));
const card = {
  id: 2,
  amount: 2,
  holder: 'Ben',
  kind: 'card',
  edges: { gateway: { id: 1, name: 'Swift', edges: {} }, refunds },
  truncated_edges: ['refunds'],
};
const credit = {
  id: 3,
  amount: 3,
  holder: 'Cy',
  ceiling: 500,
  kind: 'credit',
  edges: { gateway: null, refunds: [] },
};
const cash = { id: 4, amount: 4, drawer: 1.5, note: 'tip', kind: 'CashPayment', edges: {} };
const bank = { id: 5, amount: 5, iban: 'DE1', kind: 'BankPayment', edges: {} };

forEachDatabase(cashbox, (stage) => {
  describe('reads through the parent', () => {
    test('a list shows each row as its class has it, without what is hidden', async () => {
      expect(contentOf(await stage.client.get('/payments?sort=id'))).toEqual([plain, card, credit, cash]);
      expect(contentOf(await stage.client.get('/card-payments?sort=id'))).toEqual([card, credit]);
      expect((await stage.client.get('/payments')).json).toMatchObject({ total_count: 4 });
    });

    test('a row by its id is as at the endpoint of its class', async () => {
      for (const [id, path] of [
        [2, 'card-payments'],
        [3, 'credit-payments'],
        [4, 'cash-payments'],
      ] as const) {
        const through = await stage.client.get(`/payments/${id}`);
        expect(through.text).toBe((await stage.client.get(`/${path}/${id}`)).text);
      }
      expect((await stage.client.get('/payments/1')).json).toEqual(plain);
      expect((await stage.client.get('/card-payments/3')).json).toEqual(credit);
    });

    test.each([
      [5, 'of a class that excludes read'],
      [6, 'of a class under @Skip'],
      [7, 'that the policy of its class hides'],
    ])('row %d, %s, is not there', async (id) => {
      expectProblem(await stage.client.get(`/payments/${id}`), 404, 'not_found');
      expect(valuesOf(await stage.client.get('/payments'), 'id')).not.toContain(id);
    });

    test('one statement reads a list, and one a row', async () => {
      stage.statements.clear();
      await stage.client.get('/payments/1');
      expect(stage.statements.texts.filter((text) => /^select/i.test(text))).toHaveLength(1);
    });

    test('eager edges that lead to the parent show each row as its class has it', async () => {
      const { payments } = edgesOf(entityOf(await stage.client.get('/payers/1')));
      const embedded = [plain, { ...card, truncated_edges: undefined }, credit, cash, bank].map((row) => ({
        ...row,
        edges: {},
      }));
      expect(payments).toEqual(embedded);
      const [payer] = contentOf(await stage.client.get('/payers'));
      expect(edgesOf(payer ?? {}).payments).toEqual(embedded);
      const reminders = contentOf(await stage.client.get('/reminders?sort=id')).map(
        (each) => edgesOf(each).payment,
      );
      expect(reminders).toEqual([embedded[0], embedded[1], null]);
      expect(edgesOf(entityOf(await stage.client.get('/reminders/2'))).payment).toEqual(embedded[1]);
    });

    test('so does the endpoint of such an edge', async () => {
      expect(contentOf(await stage.client.get('/payers/1/payments?sort=id'))).toEqual([
        plain,
        card,
        credit,
        cash,
        bank,
      ]);
    });

    test('the edges of a row are there where its class has them', async () => {
      expect((await stage.client.get('/payments/2/payer')).json).toMatchObject({ name: 'Ada' });
      expect((await stage.client.get('/payments/4/payer')).status).toBe(200);
      expectProblem(await stage.client.get('/payments/5/payer'), 404, 'not_found');
      expectProblem(await stage.client.get('/payments/6/reminders'), 404, 'not_found');
      expectProblem(await stage.client.get('/payments/2/gateway'), 404, 'not_found');
      expect((await stage.client.get('/card-payments/2/gateway')).json).toMatchObject({ name: 'Swift' });
    });

    test('the discriminator is filtered and sorted by', async () => {
      const ids = async (query: string) => valuesOf(await stage.client.get(`/payments?${query}`), 'id');
      expect(await ids('kind.eq=card')).toEqual([2]);
      expect(await ids('kind.in=card&kind.in=credit&sort=id')).toEqual([2, 3]);
      expect(await ids('kind.neq=Payment&sort=-id')).toEqual([4, 3, 2]);
      expect(await ids('sort=-kind&kind.notIn=Payment&kind.notIn=CashPayment')).toEqual([3, 2]);
      expectProblem(await stage.client.get('/payments?kind.eq=SecretPayment'), 400, 'invalid_request');
      expectProblem(await stage.client.get('/payments?holder.eq=Ben'), 400, 'invalid_request');
      expect(valuesOf(await stage.client.get('/card-payments?holder.eq=Ben'), 'id')).toEqual([2]);
      expect(valuesOf(await stage.client.get('/payers?payments.kind.eq=card'), 'id')).toEqual([1]);
    });
  });

  describe('create through the parent', () => {
    test('the discriminator chooses the class', async () => {
      const made = await stage.client.post('/payments', {
        kind: 'credit',
        amount: 1,
        holder: 'Di',
        ceiling: 9,
      });
      const { id } = entityOf(made);
      expect(made).toMatchObject({ status: 201, json: { kind: 'credit', holder: 'Di', ceiling: 9 } });
      expect(made.headers.location).toBe(`/payments/${String(id)}`);
      expect((await stage.client.get(`/credit-payments/${String(id)}`)).text).toBe(made.text);
      expect(heard).toEqual(expect.arrayContaining(['allow create', 'create Di']));
    });

    test('without one it is the parent itself', async () => {
      expect((await stage.client.post('/payments', { amount: 1 })).json).toMatchObject({ kind: 'Payment' });
      expect((await stage.client.post('/payments', { amount: 1, kind: 'Payment' })).json).toMatchObject({
        kind: 'Payment',
      });
    });

    test('a child that has children is itself, too', async () => {
      const made = await stage.client.post('/card-payments', { amount: 1, holder: 'Di' });
      expect(made.json).toMatchObject({ kind: 'card', holder: 'Di' });
      const child = await stage.client.post('/card-payments', {
        kind: 'credit',
        amount: 1,
        holder: 'Di',
        ceiling: 1,
      });
      expect(child.json).toMatchObject({ kind: 'credit', ceiling: 1 });
    });

    test('an unknown class, or one that cannot be created, is refused with a list of those that can', async () => {
      for (const kind of ['nothing', 'SecretPayment', 'BankPayment', 7, null]) {
        const answer = await stage.client.post('/payments', { kind, amount: 1 });
        expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
          {
            pointer: '/kind',
            code: 'not_allowed',
            detail: 'The value must be one of "Payment", "card", "credit", "CashPayment".',
          },
        ]);
      }
    });

    test('columns of siblings and hidden ones are unknown keys', async () => {
      const faultsOf = async (body: object) =>
        places(expectProblem(await stage.client.post('/payments', body), 400, 'invalid_request'));
      expect(await faultsOf({ amount: 1, drawer: 1, holder: 'Di' })).toEqual(['/drawer', '/holder']);
      expect(await faultsOf({ kind: 'card', amount: 1, holder: 'Di', drawer: 1, cvv: '1' })).toEqual([
        '/cvv',
        '/drawer',
      ]);
    });

    test("the child's rules, hooks and policies hold, and what it requires is required", async () => {
      const faultsOf = async (body: object) =>
        places(expectProblem(await stage.client.post('/payments', body), 400, 'invalid_request'));
      expect(await faultsOf({ kind: 'card', amount: 1 })).toEqual(['/holder']);
      expect(await faultsOf({ kind: 'card', amount: 1, holder: 'D' })).toEqual(['/holder']);
      expect(await faultsOf({ kind: 'credit', amount: 1, holder: 'Di', ceiling: 1001 })).toEqual([
        '/ceiling',
      ]);
      expect(await faultsOf({ kind: 'CashPayment', amount: 1, drawer: null })).toEqual(['/drawer']);
      expectProblem(
        await stage.client.post('/payments', { kind: 'card', amount: 1, holder: 'Nobody' }),
        403,
        'forbidden',
      );
      expectProblem(
        await stage.client.post('/payments', { kind: 'CashPayment', amount: 1, drawer: 8 }),
        403,
        'forbidden',
      );
      expect((await stage.client.get('/payments')).json).toMatchObject({ total_count: 4 });
    });

    test("at the child's own endpoint the class is fixed", async () => {
      const answer = await stage.client.post('/cash-payments', { kind: 'CashPayment', amount: 1, drawer: 1 });
      expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/kind']);
    });
  });

  describe('changes through the parent', () => {
    test("are made with the child's fields, rules and hooks", async () => {
      const changed = await stage.client.patch('/payments/3', { ceiling: 7, amount: 8 });
      expect(changed.json).toEqual({ ...credit, ceiling: 7, amount: 8 });
      expect(heard).toEqual(['allow update', 'update Cy']);
      const faults = expectProblem(
        await stage.client.patch('/payments/3', { ceiling: 1001, drawer: 1 }),
        400,
        'invalid_request',
      );
      expect(places(faults)).toEqual(['/ceiling', '/drawer']);
      expectProblem(await stage.client.patch('/payments/1', { holder: 'Di' }), 400, 'invalid_request');
      expect(
        (await stage.client.patch('/payments/2', { gateway: null, add_refunds: [] })).json,
      ).toMatchObject({ edges: { gateway: null } });
    });

    test('never change the class', async () => {
      for (const path of ['/payments/2', '/card-payments/2', '/payments/1']) {
        const faults = expectProblem(
          await stage.client.patch(path, { kind: 'credit' }),
          400,
          'invalid_request',
        );
        expect(faults).toMatchObject([{ pointer: '/kind', detail: "'kind' cannot be written here." }]);
      }
    });

    test('a class without the operation is a method that is not allowed', async () => {
      for (const path of ['/payments/4', '/cash-payments/4']) {
        const update = await stage.client.patch(path, { amount: 1 });
        expectProblem(update, 405, 'method_not_allowed');
        expect(update.headers.allow).toBe('GET, HEAD, OPTIONS');
        expectProblem(await stage.client.delete(path), 405, 'method_not_allowed');
      }
      expect((await stage.client.get('/payments/4')).json).toEqual(cash);
    });

    test('rows that do not show are not there', async () => {
      for (const id of [6, 7, 99]) {
        expectProblem(await stage.client.patch(`/payments/${id}`, { amount: 1 }), 404, 'not_found');
        // Nothing of a body tells that there is a row.
        const faults = expectProblem(
          await stage.client.patch(`/payments/${id}`, { drawer: 'x' }),
          400,
          'invalid_request',
        );
        expect(faults).toMatchObject([{ pointer: '/drawer', code: 'unknown_key' }]);
        expectProblem(await stage.client.delete(`/payments/${id}`), 404, 'not_found');
      }
    });

    test('a row is deleted as its class is', async () => {
      expectProblem(await stage.client.delete('/payments/2'), 409, 'still_referenced');
      expect((await stage.client.delete('/payments/3')).status).toBe(204);
      expect(heard.slice(-2)).toEqual(['allow delete', 'delete Cy']);
      expect((await stage.client.delete('/payments/5')).status).toBe(204);
      expect(valuesOf(await stage.client.get('/payments?sort=id'), 'id')).toEqual([1, 2, 4]);
    });

    test('ids of the parent lead to rows of all its classes', async () => {
      const answer = await stage.client.patch('/payers/1', { remove_payments: [2, 4] });
      expect(answer.status).toBe(200);
      expectProblem(await stage.client.patch('/payers/1', { add_payments: [6] }), 400, 'invalid_request');
    });
  });

  test('the document has the classes of the parent, and distinguishes them', () => {
    const { components } = openApiDocument(
      createApi(stage.dataSource, { ...cashbox.options, logger: new ServerLog() }),
    );
    const schemas = (components?.schemas ?? {}) as Record<string, Record<string, unknown>>;
    const ref = (name: string) => `#/components/schemas/${name}`;
    const refs = (...names: string[]) => names.map((name) => ({ $ref: ref(name) }));
    expect(schemas.Payment).toMatchObject({
      oneOf: refs('PaymentItself', 'CardPaymentItself', 'CreditPayment', 'CashPayment', 'BankPayment'),
      discriminator: {
        propertyName: 'kind',
        mapping: {
          Payment: ref('PaymentItself'),
          card: ref('CardPaymentItself'),
          credit: ref('CreditPayment'),
        },
      },
    });
    expect(schemas.PaymentItself).toMatchObject({ properties: { kind: { enum: ['Payment'] } } });
    expect(Object.keys(schemas.PaymentItself?.properties ?? {})).toEqual(['id', 'amount', 'kind', 'edges']);
    const variants = ['CardPayment', 'CreditPayment', 'CashPayment'].map((name) => `${name}VariantCreate`);
    expect(schemas.PaymentCreate).toMatchObject({
      oneOf: refs('PaymentItselfCreate', ...variants),
      discriminator: {
        propertyName: 'kind',
        mapping: { Payment: ref('PaymentItselfCreate'), card: ref('CardPaymentVariantCreate') },
      },
    });
    // Without a kind, the class is the parent itself.
    expect(schemas.PaymentItselfCreate).toMatchObject({
      required: ['amount'],
      properties: { kind: { enum: ['Payment'] } },
    });
    expect(schemas.CreditPaymentVariantCreate).toMatchObject({
      required: ['kind', 'amount', 'holder', 'ceiling'],
      properties: { kind: { enum: ['credit'] } },
    });
    const keysOf = (name: string) => Object.keys(schemas[name]?.properties ?? {});
    expect(keysOf('PaymentUpdate')).toEqual(expect.arrayContaining(keysOf('CreditPaymentUpdate')));
    const updated = schemas.PaymentUpdate?.properties;
    expect(updated).toMatchObject({
      ceiling: { description: expect.stringContaining('Only of `CreditPayment`.') as string },
    });
    expect(updated).not.toHaveProperty('amount.description');
  });
});
