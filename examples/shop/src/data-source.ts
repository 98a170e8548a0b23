// DATABASE_URL -> TypeORM data source. Opens nothing.
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Customer } from './customer.js';
import { Delivery } from './legacy/delivery.js';
import { Supplier } from './legacy/supplier.js';
import { MonthlySale } from './monthly-sale.js';
import { SnakeCaseNames } from './naming.js';
import { OrderLine } from './order-line.js';
import { Order } from './order.js';
import { CardPayment, InvoicePayment, Payment } from './payment.js';
import { Product } from './product.js';

export const shopEntities = [
  Product,
  Customer,
  Order,
  OrderLine,
  Payment,
  CardPayment,
  InvoicePayment,
  MonthlySale,
  Supplier,
  Delivery,
];

/**
 * The shop's data source, not yet initialised. `install` makes the tables.
 *
 * @param url `postgres://...`, `mariadb://...`, `mysql://...` or `sqlite:<file>`; SQLite in memory when left out.
 */
export function shopDataSource(url = 'sqlite::memory:'): DataSource {
  return new DataSource({
    ...driverOptions(url),
    entities: shopEntities,
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
  });
}

function driverOptions(url: string): DataSourceOptions {
  const [, type] = /^(mariadb|mysql):/.exec(url) ?? [];
  if (type === 'mariadb' || type === 'mysql') return { type, url, timezone: 'Z' };
  if (/^postgres(ql)?:/.test(url)) return { type: 'postgres', url };
  return { type: 'better-sqlite3', database: url.replace(/^sqlite:/, ''), enableWAL: true };
}
