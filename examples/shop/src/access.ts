// Permissions and row policies: everyone sees products, customers their own rows, staff everything.
import {
  ApiError,
  hooksFor,
  OperationList,
  OperationRead,
  policyFor,
  type AllowRequest,
  type PolicyRequest,
} from '@decorest/core';
import { accountOf, type State } from './accounts.js';
import { Customer } from './customer.js';
import { Delivery } from './legacy/delivery.js';
import { Supplier } from './legacy/supplier.js';
import { MonthlySale } from './monthly-sale.js';
import { OrderLine } from './order-line.js';
import { Order } from './order.js';
import { Payment } from './payment.js';
import { Product } from './product.js';

/** All rows for staff, and those that meet the condition for a customer. */
const owned =
  <Condition>(condition: (customerId: number) => Condition) =>
  ({ state }: PolicyRequest<State>): true | Condition => {
    const account = accountOf(state);
    return account.isStaff || condition(account.customerId);
  };

export const policies = [
  policyFor(
    Customer,
    owned((id) => ({ id })),
  ),
  policyFor(
    Order,
    owned((customer) => ({ customer })),
  ),
  policyFor(
    OrderLine,
    owned((customer) => ({ order: { customer } })),
  ),
  policyFor(
    Payment,
    owned((customer) => ({ order: { customer } })),
  ),
];

const isRead = ({ operation }: AllowRequest) => operation === OperationRead || operation === OperationList;
const staffOnly = ({ state }: AllowRequest<State>) => accountOf(state).isStaff;
const staffWrites = (asked: AllowRequest<State>) => isRead(asked) || staffOnly(asked);

export const access = [
  hooksFor(Product, { allow: staffWrites }),
  hooksFor(Customer, { allow: staffWrites }),
  hooksFor(MonthlySale, { allow: staffOnly }),
  hooksFor(Supplier, { allow: staffOnly }),
  hooksFor(Delivery, { allow: staffOnly }),
  hooksFor(Payment, {
    before: {
      // A class that extends it: JavaScript does not know that it is abstract.
      create({ entity }) {
        if (entity.constructor === Payment) throw kindIsMissing();
      },
    },
  }),
  hooksFor<Order, State>(Order, {
    before: {
      create({ entity, manager, state }) {
        const account = accountOf(state);
        if (account.isStaff)
          throw new ApiError('forbidden', { detail: 'An order is placed by its customer.' });
        entity.customer = manager.create(Customer, { id: account.customerId });
        entity.placedOn = new Date().toISOString().slice(0, 10);
      },
    },
  }),
];

function kindIsMissing(): ApiError {
  const detail = 'A payment needs a kind: "card" or "invoice".';
  return new ApiError('invalid_request', {
    detail,
    faults: [{ pointer: '/kind', code: 'required', detail }],
  });
}
