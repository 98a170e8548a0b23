// (c) Fastify with response schemas, and prepared statements.
import Fastify from 'fastify';
import { crowdNames } from '../app-name.js';
import { schemasOf } from '../fastify/response-schemas.js';
import { pageOf } from '../hand/page.js';
import { petChanges, petInput } from '../hand/pet-input.js';
import { idOf, petFilterOf, searchOf, type Query } from '../hand/query.js';
import { openStore } from '../hand/store.js';
import { announce, jobOfEnvironment } from '../serve.js';

interface ById {
  readonly Params: { readonly id: string };
}
interface ByQuery {
  readonly Querystring: Query;
}

const job = jobOfEnvironment();
const store = await openStore(job);
const schemas = schemasOf(job.app);
const app = Fastify({ keepAliveTimeout: 60_000 });

if (job.app === 'crowd') addCrowd();
app.get<ById>('/pets/:id', schemas.pet, ({ params }) => orNotFound(store.pets.read(idOf(params.id))));
app.get<ByQuery>('/pets', schemas.pets, ({ query }) =>
  store.pets.list(petFilterOf(query), pageOf(query.page, query.per_page)),
);
app.post('/pets', schemas.pet, ({ body }, reply) => {
  void reply.status(201);
  return store.pets.create(petInput(body));
});
app.patch<ById>('/pets/:id', schemas.pet, ({ params, body }) =>
  orNotFound(store.pets.update(idOf(params.id), petChanges(body))),
);
app.get<ById>('/users/:id', schemas.user, ({ params }) => orNotFound(store.user(idOf(params.id))));
app.get<ByQuery>('/users', schemas.users, ({ query }) =>
  store.searchUsers(searchOf(query), pageOf(query.page, query.per_page)),
);
app.get<ByQuery>('/visits', schemas.visits, ({ query }) =>
  store.visits.list(pageOf(query.page, query.per_page)),
);
app.get<ByQuery>('/wides', schemas.wides, ({ query }) =>
  store.wides.list(pageOf(query.page, query.per_page)),
);

const address = await app.listen({ port: 0, host: '127.0.0.1' });
announce(Number(new URL(address).port));

class NotFound extends Error {
  readonly statusCode = 404;
}

async function orNotFound<T>(found: Promise<T | undefined>): Promise<T> {
  const one = await found;
  if (one === undefined) throw new NotFound('Not found.');
  return one;
}

function addCrowd(): void {
  const notFound = () => Promise.reject(new NotFound('Not found.'));
  for (const name of crowdNames()) {
    app.get(`/${name}`, notFound).get(`/${name}/:id`, notFound);
    app.post(`/${name}`, notFound).patch(`/${name}/:id`, notFound);
  }
}
