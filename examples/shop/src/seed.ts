// Something to look at, written only into a shop without customers.
import type { DataSource, EntityManager } from 'typeorm';
import { Customer } from './customer.js';
import { Delivery } from './legacy/delivery.js';
import { Supplier } from './legacy/supplier.js';
import { OrderLine } from './order-line.js';
import { Order } from './order.js';
import { CardPayment, InvoicePayment } from './payment.js';
import { Product } from './product.js';

/** All or nothing. */
export async function seed(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    if (await manager.exists(Customer)) return;
    await fillShelves(manager);
    await fillOrders(manager);
  });
}

/** Three products; all tea comes from supplier 1. */
async function fillShelves(manager: EntityManager): Promise<void> {
  await manager.insert(Product, [
    { sku: 'TEA-0001', name: 'Green tea, 100 g', price: '4.90', vatRate: 7, stock: 100 },
    { sku: 'POT-0001', name: 'Tea pot', price: '34.50', salePrice: '29.95', vatRate: 19, stock: 3 },
    { sku: 'TIN-0001', name: 'Tea tin', price: '0.10', vatRate: 19 },
  ]);
  await manager.insert(Supplier, [
    { name: 'Uji Garden', country: 'JP', creditLimit: '9999999999.99' },
    { name: 'Bunzlau', country: 'PL', active: false },
  ]);
  const [garden, pottery] = [{ id: '1' }, { id: '2' }];
  const deliveredAt = new Date('2026-03-01T09:30:00.000Z');
  await manager.insert(Delivery, [
    { supplier: garden, product: { id: 1 }, quantity: 120, unitCost: '1.2345', deliveredAt },
    { supplier: pottery, product: { id: 2 }, quantity: 4, unitCost: '12.0000', deliveredAt },
    { supplier: pottery, product: { id: 3 }, quantity: 1, unitCost: '0.0001', deliveredAt },
  ]);
}

/** Orders 1 and 2 are Ada's, order 3 is Ben's. */
async function fillOrders(manager: EntityManager): Promise<void> {
  await manager.insert(Customer, [
    { name: 'Ada', email: 'ada@example.com' },
    { name: 'Ben', email: 'ben@example.com' },
  ]);
  await manager.insert(Order, [
    { customer: { id: 1 }, placedOn: '2026-03-30' },
    { customer: { id: 1 }, placedOn: '2026-04-02' },
    { customer: { id: 2 }, placedOn: '2026-04-02', note: 'Ring twice.' },
  ]);
  await manager.insert(OrderLine, [
    { orderId: 1, productId: 1, quantity: 3, unitPrice: '4.90' },
    { orderId: 1, productId: 2, quantity: 1, unitPrice: '29.95' },
    { orderId: 2, productId: 3, quantity: 3, unitPrice: '0.10' },
    { orderId: 3, productId: 1, quantity: 2, unitPrice: '4.90' },
  ]);
  await manager.insert(CardPayment, { order: { id: 1 }, amount: '44.65', brand: 'visa', lastDigits: '4242' });
  await manager.insert(InvoicePayment, { order: { id: 3 }, amount: '9.80', dueOn: '2026-05-02' });
}
