// Order lines take their pieces from the stock, in the transaction that writes the line, and give them back.
import { ApiError, hooksFor, OperationCreate, OperationUpdate, type OwnProblem } from '@decorest/core';
import { MoreThanOrEqual, type EntityManager } from 'typeorm';
import type { State } from './accounts.js';
import { OrderLine } from './order-line.js';
import { Product } from './product.js';

export const soldOut: OwnProblem = {
  code: 'sold_out',
  status: 409,
  title: 'Sold out',
  operations: [OperationCreate, OperationUpdate],
  entities: [OrderLine],
};

export const stock = [
  hooksFor<OrderLine, State>(OrderLine, {
    before: {
      async create({ entity, manager }) {
        const { id } = entity.product;
        await take(manager, id, entity.quantity);
        const { price, salePrice } = await manager.findOneByOrFail(Product, { id });
        entity.unitPrice = salePrice ?? price;
      },
      update: ({ entity, stored, manager }) =>
        take(manager, stored.productId, entity.quantity - stored.quantity),
      delete: ({ entity, manager }) => take(manager, entity.productId, -entity.quantity),
    },
  }),
];

/** One statement looks and takes, so that two orders never share a piece. A negative quantity is given back. */
async function take(manager: EntityManager, id: number, quantity: number): Promise<void> {
  const enough = { id, stock: MoreThanOrEqual(quantity) };
  const { affected } = await manager.decrement(Product, enough, 'stock', quantity);
  if (affected === 1) return;
  const detail = `There are fewer than ${quantity} pieces left.`;
  throw new ApiError(soldOut, { detail, faults: [{ pointer: '/quantity', code: 'conflict', detail }] });
}
