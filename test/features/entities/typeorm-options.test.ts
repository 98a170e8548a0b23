// Contract, section 2, "From TypeORM, without annotation": what ordinary column and relation options mean.
import { AuditEntry } from '../../../examples/kitchensink/src/audit-entry.js';
import { Festival } from '../../../examples/kitchensink/src/festival.js';
import { Visitor } from '../../../examples/kitchensink/src/visitor.js';
import { Wristband } from '../../../examples/kitchensink/src/wristband.js';
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { operationIn, propertyIn, routesIn, schemaIn } from '../../support/document-parts.js';
import { chips, festival, stages } from '../../support/fixtures/festival.js';
import { forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

const address = { street: 'Quay 1', city: 'Port', postcode: null };
const newFestival = { name: 'New Fest', startsOn: '2028-01-01', address };
const newVisitor = { name: 'Dan', email: 'Dan@Example.com', passphrase: 'open sesame' };

forEachMount(festival, (stage) => {
  const document = () => DirectClient.of(stage.dataSource, stage.options).document;
  const property = (schema: string, name: string) => propertyIn(document(), schema, name);
  const refusedKeys = async (method: 'POST' | 'PATCH', target: string, body: object) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('select: false', () => {
    test('is written and validated, never returned, filtered or sorted', async () => {
      const created = await stage.client.post('/visitors', newVisitor);
      expect(created.status).toBe(201);
      expect(created.text).not.toContain('passphrase');
      const row = await stage.dataSource
        .getRepository(Visitor)
        .findOne({ where: { id: 4 }, select: { id: true, passphrase: true } });
      expect(row?.passphrase).toBe('open sesame');
      expect(await refusedKeys('PATCH', '/visitors/4', { passphrase: 'short' })).toEqual(['/passphrase']);
      expectProblem(await stage.client.get('/visitors?sort=passphrase'), 400, 'invalid_request');
      expectProblem(await stage.client.get('/visitors?passphrase.eq=x'), 400, 'invalid_request');
    });

    test('is in the request schemas and in no other', () => {
      expect(property('VisitorCreate', 'passphrase')).toMatchObject({ minLength: 8, maxLength: 80 });
      expect(property('Visitor', 'passphrase')).toBeUndefined();
    });
  });

  describe('generated, create-date, update-date, delete-date and version columns', () => {
    test.each(['id', 'createdAt', 'updatedAt', 'version', 'deletedAt'])('%s is read-only', async (field) => {
      expect(await refusedKeys('POST', '/festivals', { ...newFestival, [field]: 1 })).toEqual([`/${field}`]);
      expect(await refusedKeys('PATCH', '/festivals/1', { [field]: 1 })).toEqual([`/${field}`]);
    });

    test('an update moves the version and the update date, and nothing else', async () => {
      const before = entityOf(await stage.client.get('/festivals/1'));
      const after = entityOf(await stage.client.patch('/festivals/1', { days: 5 }));
      expect(after).toMatchObject({ days: 5, version: 2, createdAt: before.createdAt, slug: before.slug });
      expect(Date.parse(String(after.updatedAt))).toBeGreaterThanOrEqual(
        Date.parse(String(before.updatedAt)),
      );
    });
  });

  describe('update: false', () => {
    test('is immutable after create', async () => {
      expect(await refusedKeys('PATCH', '/tickets/1', { category: 'DAY' })).toEqual(['/category']);
      expect(property('TicketCreate', 'category')).toBeDefined();
      expect(property('TicketUpdate', 'category')).toBeUndefined();
    });
  });

  describe('nullable, default, length, precision, enum, unique and comment', () => {
    test('nullable: may be absent and may be null', async () => {
      const created = await stage.client.post('/festivals', { ...newFestival, budget: null });
      expect(created.json).toMatchObject({ budget: null, website: null, extras: null });
      expect(property('Festival', 'budget')?.type).toEqual(['string', 'null']);
      expect(await refusedKeys('PATCH', '/festivals/1', { name: null })).toEqual(['/name']);
    });

    test('default: applies to an absent key, and stands in the document', async () => {
      expect((await stage.client.post('/festivals', newFestival)).json).toMatchObject({
        days: 3,
        status: 'DRAFT',
      });
      expect(property('FestivalCreate', 'days')?.default).toBe(3);
    });

    test.each([
      ['length', 'name', 'x'.repeat(81)],
      ['precision', 'budget', '12345678901.00'],
      ['scale', 'budget', '1.234'],
      ['enum', 'status', 'LATER'],
      ['width', 'days', 40_000],
    ])('%s is checked', async (_, field, value) => {
      expect(await refusedKeys('POST', '/festivals', { ...newFestival, [field]: value })).toContain(
        `/${field}`,
      );
    });

    test('unique: a taken value is 409 naming the field', async () => {
      const answer = await stage.client.post('/festivals', { ...newFestival, name: 'Moon Fest' });
      expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/name']);
    });

    test('unique over several columns: 409', async () => {
      const answer = await stage.client.post('/stages', { name: 'Main', capacity: 5, festival: 1 });
      expectProblem(answer, 409, 'already_exists');
    });
  });

  describe('soft delete', () => {
    test('a deleted row is hidden everywhere', async () => {
      expect(valuesOf(await stage.client.get('/festivals'), 'id')).toEqual([2, 1]);
      expectProblem(await stage.client.get('/festivals/3'), 404, 'not_found');
      expectProblem(await stage.client.patch('/festivals/3', { days: 1 }), 404, 'not_found');
      expectProblem(await stage.client.delete('/festivals/3'), 404, 'not_found');
      const ticket = { category: 'DAY', price: '1.00', festival: 3 };
      expect(await refusedKeys('POST', '/tickets', ticket)).toEqual(['/festival']);
    });

    test('DELETE sets the date and keeps the row', async () => {
      expect((await stage.client.delete('/festivals/2')).status).toBe(204);
      expectProblem(await stage.client.get('/festivals/2'), 404, 'not_found');
      const row = await stage.dataSource
        .getRepository(Festival)
        .findOne({ where: { id: 2 }, withDeleted: true });
      expect(row?.deletedAt).toBeInstanceOf(Date);
    });

    test('an edge to a deleted row leads nowhere', async () => {
      await stage.client.delete('/festivals/1');
      const { json } = await stage.client.get(`/stages/${stages.main}`);
      expect(json).toMatchObject({ edges: { festival: null } });
      expectProblem(await stage.client.get(`/stages/${stages.main}/festival`), 404, 'not_found');
      expect((await stage.client.get('/stages?has.festival=true')).json).toMatchObject({ total_count: 1 });
    });
  });

  describe('embedded columns', () => {
    test('are one nested object, in answers and bodies', async () => {
      const created = entityOf(await stage.client.post('/festivals', newFestival));
      expect(created.address).toEqual(address);
      const moved = await stage.client.patch(`/festivals/${String(created.id)}`, {
        address: { city: 'Bay' },
      });
      expect(moved.json).toMatchObject({ address: { street: 'Quay 1', city: 'Bay', postcode: null } });
    });

    test('are validated and documented like any other', async () => {
      const long = { ...address, street: '' };
      expect(await refusedKeys('POST', '/festivals', { ...newFestival, address: long })).toEqual([
        '/address/street',
      ]);
      const incomplete = { street: 'Quay 1' };
      expect(await refusedKeys('POST', '/festivals', { ...newFestival, address: incomplete })).toEqual([
        '/address/city',
      ]);
      expect(await refusedKeys('PATCH', '/festivals/1', { address: { planet: 'x' } })).toEqual([
        '/address/planet',
      ]);
      expect(property('Festival', 'address')).toMatchObject({
        type: 'object',
        properties: {
          street: { examples: ['Mill Lane 1'] },
          city: {},
          postcode: { type: ['string', 'null'] },
        },
      });
    });

    test('are filtered and sorted by their path', async () => {
      expect(valuesOf(await stage.client.get('/festivals?address.city.prefix=Riv'), 'id')).toEqual([1]);
      expect(valuesOf(await stage.client.get('/festivals?sort=-address.city'), 'id')).toEqual([1, 2]);
    });
  });

  describe('single-table inheritance', () => {
    test('each child is its own resource, the parent lists all with a discriminator', async () => {
      expect(valuesOf(await stage.client.get('/bands'), 'id')).toEqual([1, 2]);
      expect(valuesOf(await stage.client.get('/solo-artists'), 'id')).toEqual([3]);
      expect(valuesOf(await stage.client.get('/line-up'), 'kind')).toEqual(['BAND', 'BAND', 'SOLO']);
      expectProblem(await stage.client.get('/bands/3'), 404, 'not_found');
      expect((await stage.client.get('/line-up/3')).json).toMatchObject({ name: 'Ida Reed', kind: 'SOLO' });
    });

    test('a child is created, changed and deleted under its own path', async () => {
      const created = await stage.client.post('/bands', { name: 'Trio', members: 3, genres: ['jazz'] });
      expect(created.json).toMatchObject({ id: 4, kind: 'BAND', edges: { genres: [{ id: 'jazz' }] } });
      expect((await stage.client.get('/line-up/4')).status).toBe(200);
      expect((await stage.client.patch('/bands/4', { members: 4 })).json).toMatchObject({ members: 4 });
      expectProblem(await stage.client.patch('/solo-artists/4', { name: 'x' }), 404, 'not_found');
      expectProblem(await stage.client.delete('/solo-artists/4'), 404, 'not_found');
      expect((await stage.client.delete('/bands/4')).status).toBe(204);
    });

    test('the columns of a child are unknown to its siblings', async () => {
      expect(await refusedKeys('POST', '/bands', { name: 'Trio', members: 1, instrument: 'x' })).toEqual([
        '/instrument',
      ]);
    });

    test('an edge to the parent leads to any child', async () => {
      expect((await stage.client.get('/performances/2')).json).toMatchObject({
        edges: { act: { kind: 'SOLO' } },
      });
      const performance = { day: '2027-07-04', stage: stages.main, act: 2 };
      expect((await stage.client.post('/performances', performance)).json).toMatchObject({
        edges: { act: { name: 'Risers', kind: 'BAND' } },
      });
    });

    test('the discriminator cannot be written', async () => {
      expect(await refusedKeys('PATCH', '/bands/1', { kind: 'SOLO' })).toEqual(['/kind']);
    });
  });

  describe('column transformers', () => {
    test('turn values on the way in and out', async () => {
      expect((await stage.client.post('/visitors', newVisitor)).json).toMatchObject({
        email: 'dan@example.com',
      });
      const changed = await stage.client.patch(`/wristbands/${chips.spare}`, { balance: 20.25 });
      expect(changed.json).toMatchObject({ balance: 20.25 });
      const stored = await stage.dataSource.getRepository(Wristband).query('SELECT balance FROM wristband');
      expect(stored).toContainEqual({ balance: 2025 });
    });

    test('a schema of its own is enforced', async () => {
      expect(await refusedKeys('PATCH', `/wristbands/${chips.spare}`, { balance: -1 })).toEqual(['/balance']);
    });
  });

  describe('listeners and subscribers', () => {
    const ticket = { category: 'DAY', price: '45.50', festival: 2 };
    const deeds = async () =>
      (await stage.dataSource.getRepository(AuditEntry).find({ order: { id: 'ASC' } })).map(
        ({ deed }) => deed,
      );

    test('@BeforeInsert fires', async () => {
      expect((await stage.client.post('/festivals', newFestival)).json).toMatchObject({ slug: 'new-fest' });
      expect((await stage.client.post('/tickets', ticket)).json).toMatchObject({ code: 'DAY-4550' });
    });

    test('@BeforeUpdate fires, and what it writes is kept', async () => {
      expect((await stage.client.patch('/tickets/1', { price: '99.00' })).json).toMatchObject({ changes: 1 });
    });

    test('a subscriber hears of inserts, updates and deletes', async () => {
      const before = (await deeds()).length;
      await stage.client.post('/tickets', ticket);
      await stage.client.patch('/tickets/1', { price: '99.00' });
      await stage.client.delete('/tickets/1');
      expect((await deeds()).slice(before)).toEqual([
        'ticket DAY-4550 sold',
        'ticket changed',
        'ticket returned',
      ]);
    });

    test('what fails leaves no trace of what a subscriber wrote', async () => {
      await stage.client.post('/tickets', ticket);
      const before = await deeds();
      expectProblem(await stage.client.post('/tickets', ticket), 409, 'already_exists');
      expect(await deeds()).toEqual(before);
    });
  });

  describe('a composite primary key', () => {
    test('has all operations, and the document says what its id is', () => {
      expect(routesIn(document()).filter((route) => route.includes('/reviews'))).toEqual([
        'GET /reviews',
        'POST /reviews',
        'GET /reviews/{id}',
        'PATCH /reviews/{id}',
        'DELETE /reviews/{id}',
      ]);
      expect(schemaIn(document(), 'Review')?.description).toMatch(
        /`visitorId`, `performanceId`, joined by commas/,
      );
    });

    test('lists in the order of the key', async () => {
      const rows = contentOf(await stage.client.get('/reviews'));
      expect(rows.map(({ visitorId, stars }) => [visitorId, stars])).toEqual([
        [1, 5],
        [2, 2],
      ]);
      expect(valuesOf(await stage.client.get('/reviews?sort=stars'), 'stars')).toEqual([2, 5]);
    });

    test('creates, and a taken key is 409', async () => {
      const review = { visitorId: 3, performanceId: 1, stars: 4 };
      expect((await stage.client.post('/reviews', review)).json).toEqual({ ...review, text: '', edges: {} });
      expectProblem(await stage.client.post('/reviews', review), 409, 'already_exists');
    });
  });

  describe('class-validator', () => {
    test('its rules are enforced on create and update', async () => {
      const wrong = { name: '', email: 'no', passphrase: 'short' };
      expect(await refusedKeys('POST', '/visitors', wrong)).toEqual(['/email', '/name', '/passphrase']);
      expect(await refusedKeys('PATCH', '/visitors/1', { email: 'no' })).toEqual(['/email']);
    });

    test('its rules are in the document', () => {
      expect(property('VisitorCreate', 'email')).toMatchObject({ format: 'idn-email' });
      expect(property('FestivalCreate', 'days')).toMatchObject({ minimum: 1, maximum: 14 });
      expect(property('GenreCreate', 'id')).toMatchObject({ pattern: '^[a-z-]+$' });
    });
  });

  test('every edge kind is offered as an edge', () => {
    expect(operationIn(document(), 'GET /visitors/{id}/friends')).toBeDefined();
    expect(property('TicketCreate', 'visitor')?.type).toEqual(['integer', 'null']);
    expect(property('StageCreate', 'festival')?.type).toBe('integer');
    expect(property('BandCreate', 'genres')).toMatchObject({ type: 'array', items: { type: 'string' } });
  });
});
