// (h) Koa and SQL by hand: makers with the first ten of their products and of their reviews, in three statements.
import Koa from 'koa';
import { connect } from '../hand/connection.js';
import { serveKoa } from '../koa/decorest.js';
import { checkedJobOfEnvironment } from '../serve.js';
import { numberColumns, textColumns } from '../entities/catalogue.js';

interface Row {
  readonly id: number;
}

interface Child extends Row {
  readonly makerId: number;
}

const { databaseUrl } = checkedJobOfEnvironment();
const connection = await connect(databaseUrl);
const embedded = 10;

const productColumns = ['id', 'name', 'rank', ...textColumns, ...numberColumns];
const count = connection.prepare<{ total: number }>('count', 'SELECT COUNT(*) AS total FROM makers');
const list = connection.prepare<Row>('makers', 'SELECT id, name FROM makers ORDER BY id LIMIT ?1 OFFSET ?2');
const products = prepareChildren('products', productColumns);
const reviews = prepareChildren('reviews', ['id', 'title', 'stars']);

/** The first eleven of each maker, as the eleventh says that there are more. */
function prepareChildren(table: string, columns: readonly string[]) {
  const shown = columns.map((column) => `"${column}"`).join(', ');
  const among = connection.database === 'sqlite' ? 'IN (SELECT value FROM json_each(?1))' : '= ANY(?1)';
  return connection.prepare<Child>(
    table,
    `SELECT ${shown}, "makerId" FROM (SELECT ${shown}, "makerId", ROW_NUMBER() OVER (PARTITION BY "makerId" ORDER BY id) AS place
      FROM ${table} WHERE "makerId" ${among}) ranked WHERE place <= ${embedded + 1}`,
  );
}

serveKoa(
  new Koa().use(async (context) => {
    const { page = '1', per_page: perPage = '10' } = context.query as Record<string, string>;
    const [counted] = await count();
    const makers = await list(Number(perPage), (Number(page) - 1) * Number(perPage));
    const ids = makers.map(({ id }) => id);
    const given = connection.database === 'sqlite' ? JSON.stringify(ids) : ids;
    const found = [byMaker(await products(given)), byMaker(await reviews(given))] as const;
    const total = Number(counted?.total);
    const last = Math.max(1, Math.ceil(total / Number(perPage)));
    context.body = {
      page: Number(page),
      total_count: total,
      last_page: last,
      is_last_page: Number(page) === last,
      content: makers.map((maker) => withEdges(maker, found)),
    };
  }),
);

function withEdges(maker: Row, [products, reviews]: readonly [Children, Children]) {
  const edges = { products: shown(products.get(maker.id)), reviews: shown(reviews.get(maker.id)) };
  const cut = [
    ...((products.get(maker.id)?.length ?? 0) > embedded ? ['products'] : []),
    ...((reviews.get(maker.id)?.length ?? 0) > embedded ? ['reviews'] : []),
  ];
  return { ...maker, edges, ...(cut.length > 0 && { truncated_edges: cut }) };
}

type Children = ReadonlyMap<number, readonly Child[]>;

function byMaker(rows: readonly Child[]): Children {
  const found = new Map<number, Child[]>();
  for (const row of rows) {
    const siblings = found.get(row.makerId);
    if (siblings) siblings.push(row);
    else found.set(row.makerId, [row]);
  }
  return found;
}

function shown(rows: readonly Child[] = []) {
  return rows.slice(0, embedded).map((row) => ({ ...row, makerId: undefined, edges: {} }));
}
