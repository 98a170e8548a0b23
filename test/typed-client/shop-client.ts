// A customer and the staff of the shop, typed by openapi-typescript. This file is checked by tsc against types made from the
// document at test time; an answer without the data asked for throws.
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/shop.js';

type ShopClient = Client<paths>;
type Schemas = components['schemas'];

export function shopClient(baseUrl: string, token: string): ShopClient {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

async function got<Data>(
  call: Promise<{ data?: Data; error?: Schemas['Problem'] | undefined }>,
): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(error?.detail ?? 'No data.');
  return data;
}

/** Orders until the shop is sold out, changes the mind, and pays. Answers the total. */
export async function shopping(client: ShopClient): Promise<string> {
  const { content } = await got(client.GET('/products', { params: { query: { 'sku.eq': 'POT-0001' } } }));
  const [pot] = content;
  if (!pot) throw new Error('There is no tea pot.');
  const order: Schemas['Order'] = await got(client.POST('/orders', { body: { note: 'For the office' } }));
  const line = { order: order.id, product: pot.id };
  const { error } = await client.POST('/order-lines', { body: { ...line, quantity: pot.stock + 1 } });
  const code: Schemas['Problem']['code'] | undefined = error?.code;
  if (code !== 'sold_out') throw new Error(`Not sold out, but ${String(code)}.`);
  await got(client.POST('/order-lines', { body: { ...line, quantity: 1 } }));
  const path = { id: `${order.id},${pot.id}` };
  const changed = await got(client.PATCH('/order-lines/{id}', { params: { path }, body: { quantity: 2 } }));
  const { sku } = changed.edges.product;
  if (sku !== 'POT-0001') throw new Error(`Not the pot, but ${sku}.`);
  const { total } = await got(client.GET('/orders/{id}', { params: { path: { id: order.id } } }));
  if (total === null) throw new Error('No total.');
  const body = { kind: 'card', order: order.id, amount: total, brand: 'visa', lastDigits: '4242' } as const;
  const payment: Schemas['Payment'] = await got(client.POST('/payments', { body }));
  if (payment.kind !== 'card') throw new Error(`Paid by ${payment.kind}.`);
  const brand: string = payment.brand;
  return `${total} by ${brand}`;
}

/** What suppliers and the report say. */
export async function bookkeeping(client: ShopClient): Promise<string> {
  const id = '1';
  const supplier: Schemas['Supplier'] = await got(
    client.GET('/suppliers/{id}', { params: { path: { id } } }),
  );
  const key = { id: '1,2026-03' };
  const sale: Schemas['MonthlySale'] = await got(
    client.GET('/monthly-sales/{id}', { params: { path: key } }),
  );
  return `${supplier.name}: ${supplier.creditLimit ?? 'none'}; ${sale.edges.product.name}: ${sale.revenue}`;
}
