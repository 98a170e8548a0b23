import { friends, model, owner, pet, petApi, pets, route, user } from '../../../test/support/pet-api.js';
import { openApiDocument } from './open-api-document.js';

const document = openApiDocument(petApi);

test('a document has every route and nothing else', () => {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual(petApi.routes.list.map(({ method, path }) => `${method} ${path}`).sort());
});

test('a document is the same every time, and none shares anything with another', () => {
  const other = openApiDocument(petApi);
  expect(JSON.stringify(other)).toBe(JSON.stringify(document));
  expect(other.components?.schemas?.Pet).not.toBe(document.components?.schemas?.Pet);
});

test('neither the model nor the options are changed', () => {
  const options = { info: { title: 'Pets' }, base: { tags: [{ name: 'Pets', description: 'Ours.' }] } };
  const before = JSON.stringify([petApi, options]);
  const made = openApiDocument(petApi, options);
  Object.assign(made.components?.schemas?.PetCreate ?? {}, { title: 'changed by the author' });
  Object.assign(made.tags?.[0] ?? {}, { description: 'changed by the author' });
  expect(JSON.stringify([petApi, options])).toBe(before);
});

test('the bodies of create and update are those that core checks', () => {
  expect(document.components?.schemas).toMatchObject({
    PetCreate: pet.body.create,
    PetUpdate: pet.body.update,
  });
});

test('without options the document is complete', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'API', version: '1.0.0' },
    servers: [{ url: '/' }],
    security: [],
  });
});

test('it names no licence and no contact unless the author does', () => {
  expect(Object.keys(document.info).sort()).toEqual(['description', 'title', 'version']);
});

test('each tag has a description of its own, and the author has the last word', () => {
  const shared = { ...pet, doc: { ...pet.doc, tags: ['Pets', 'Animals'] } };
  const keeper = { ...user, doc: { ...user.doc, tags: ['Animals'], description: 'Keeps them.' } };
  const api = {
    model: model([shared, keeper]),
    routes: { list: [shared, keeper].map((one) => ({ ...route('list', one), tags: one.doc.tags })) },
  };
  const ours = [{ name: 'Pets', description: 'Ours.' }];
  const edgeTags = 'edge' as const;
  expect(openApiDocument(api, { edgeTags }).tags).toEqual([
    { name: 'Pets', description: pet.doc.description },
    { name: 'Animals', description: 'The operations of Pet and User.' },
  ]);
  expect(openApiDocument(api, { base: { tags: ours }, edgeTags }).tags).toEqual([
    ...ours,
    { name: 'Animals', description: 'The operations of Pet and User.' },
  ]);
});

test('an operation has the first tag of its entity or of @Tags, or by option all tags', () => {
  const pets = { ...pet, doc: { ...pet.doc, tags: ['Pets', 'Animals'] } };
  const edgeRoute = { ...route('edge-read', pets, owner, user), tags: ['owner', 'Adoption'] };
  const api = { model: model([pets, user]), routes: { list: [route('list', pets), edgeRoute] } };
  const plain = { ...route('edge-read', pets, owner, user), path: '/pets/{id}/plain', tags: ['owner'] };
  const made = openApiDocument({ ...api, routes: { list: [...api.routes.list, plain] } });
  const tagsOf = ({ paths }: typeof made) => paths?.['/pets/{id}/owner']?.get?.tags;
  expect(tagsOf(openApiDocument(api, { edgeTags: 'edge' }))).toEqual(['owner', 'Adoption']);
  expect(() => openApiDocument(api, { edgeTags: 'edges' as 'edge' })).toThrow(
    "openApiDocument: edgeTags 'edges' must be one of edge, entity.",
  );
  expect(made.paths?.['/pets']?.get?.tags).toEqual(['Pets']);
  expect(made.paths?.['/pets/{id}/plain']?.get?.tags).toEqual(['Pets']);
});

test('options win over the base, and the base over the defaults', () => {
  const { info } = openApiDocument(petApi, {
    base: { info: { title: 'from the base', version: '7.0.0' } },
    info: { title: 'from the options' },
  });
  expect(info).toMatchObject({ title: 'from the options', version: '7.0.0' });
});

test('what the base has beside the API stays', () => {
  const made = openApiDocument(petApi, {
    base: {
      paths: { '/health': { get: { responses: { 200: { description: 'Alive.' } } } } },
      components: { schemas: { Health: { type: 'string' } } },
    },
  });
  expect(Object.keys(made.paths ?? {})).toEqual(expect.arrayContaining(['/health', '/pets']));
  expect(Object.keys(made.components?.schemas ?? {})).toEqual(expect.arrayContaining(['Health', 'Pet']));
});

test('the base describes generated tags', () => {
  const { tags } = openApiDocument(petApi, { base: { tags: [{ name: 'Pets', description: 'Ours.' }] } });
  expect(tags).toContainEqual({ name: 'Pets', description: 'Ours.' });
  expect(tags?.filter(({ name }) => name === 'Pets')).toHaveLength(1);
});

test('an entity describes its own tag', () => {
  expect(document.tags).toContainEqual({ name: 'Pets', description: 'An animal that lives with people.' });
});

test('security, its schemes, and what other middleware answers are stated', () => {
  const made = openApiDocument(petApi, {
    security: [{ bearer: [] }],
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    globalRequestHeaders: { 'X-Tenant': { required: true, schema: { type: 'string' } } },
    globalResponseHeaders: { 'RateLimit-Limit': { schema: { type: 'integer' } } },
    globalErrorResponses: { 401: { description: 'Who are you?' } },
  });
  expect(made).toMatchObject({
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { scheme: 'bearer' } } },
  });
  const list = made.paths?.['/pets']?.get;
  expect(list?.parameters).toContainEqual({
    name: 'X-Tenant',
    in: 'header',
    required: true,
    schema: { type: 'string' },
  });
  expect(list?.responses).toMatchObject({
    200: { headers: { 'RateLimit-Limit': { schema: { type: 'integer' } } } },
    401: { description: 'Who are you?' },
  });
});

test('hooks see the document before and after the API is in it', () => {
  const seen: number[] = [];
  const count = (made: typeof document) => {
    seen.push(Object.keys(made.paths ?? {}).length);
    return made;
  };
  const made = openApiDocument(petApi, {
    before: count,
    after: (finished) => ({ ...count(finished), 'x-after': true }),
  });
  expect(seen).toEqual([0, Object.keys(document.paths ?? {}).length]);
  expect(made['x-after']).toBe(true);
});

test('an entity keeps its class name when a generated name is the same', () => {
  const clash = { ...user, name: 'PetList', path: 'pet-lists', edges: [], filters: [], sorts: [] };
  const routes = { list: [route('list', clash), route('list', pet)] };
  const { components } = openApiDocument({ model: model([pet, user, clash]), routes });
  expect(components?.schemas?.PetList).toMatchObject({ properties: { username: {} } });
  expect(components?.schemas?.ListOfPet).toMatchObject({ properties: { content: {} } });
});

test('only components that are referred to stand there', () => {
  const { components } = openApiDocument({ model: petApi.model, routes: { list: [route('read', user)] } });
  expect(Object.keys(components?.schemas ?? {})).toEqual([
    'NoEdges',
    'PetEmbedded',
    'PetType',
    'Problem',
    'ProblemErrorsItem',
    'User',
    'UserAddress',
    'UserEdges',
  ]);
  expect(Object.keys(components?.parameters ?? {})).toEqual(['Pretty', 'User.id']);
});

test('an operation says what it does, and what the author says of it', () => {
  const described = { ...route('read', pet), description: 'One animal.', deprecated: true };
  const { paths } = openApiDocument({ model: petApi.model, routes: { list: [described] } });
  expect(paths?.['/pets/{id}']?.get).toMatchObject({
    operationId: 'read_pet',
    summary: 'read Pet',
    description: 'One animal.',
    tags: ['Pets'],
    deprecated: true,
  });
});

test('every route without a description gets one', () => {
  const routes = [
    route('edge-read', pet, owner, user),
    route('edge-list', user, pets, pet),
    route('edge-list', user, friends),
  ];
  const { paths } = openApiDocument({ model: petApi.model, routes: { list: routes } });
  for (const item of Object.values(paths ?? {}))
    expect(item.get?.description).toMatch(/^(Returns|Finds) .*`\w+`/);
});
