// What the options of columns and relations mean without an annotation of ours.
import { Visitor } from '../../../examples/kitchensink/src/visitor.js';
import { Wristband } from '../../../examples/kitchensink/src/wristband.js';
import { entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { operationIn, propertyIn } from '../../support/document-parts.js';
import { chips, festival } from '../../support/fixtures/festival.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
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

forEachDatabase(newsroom, (stage) => {
  describe('dates and versions', () => {
    test('are the server’s: read-only, and in step with updates', async () => {
      await stage.client.post('/articles', { title: 'A' });
      const refused = await stage.client.patch('/articles/1', {
        version: 7,
        createdAt: '2020-01-01T00:00:00.000Z',
      });
      expect(places(expectProblem(refused, 400, 'invalid_request')).sort()).toEqual([
        '/createdAt',
        '/version',
      ]);
      const changed = await stage.client.patch('/articles/1', { title: 'B' });
      expect(changed.json).toMatchObject({ version: 2 });
      expect((await stage.client.patch('/articles/1', {})).json).toMatchObject({ version: 2 });
    });

    test('an instant finds its own row', async () => {
      const made = await stage.client.post('/articles', { title: 'A' });
      const { createdAt } = made.json as { createdAt: string };
      expect(valuesOf(await stage.client.get(`/articles?createdAt.eq=${createdAt}`), 'id')).toEqual([1]);
      expect(valuesOf(await stage.client.get('/articles?createdAt.gt=2020-01-01T00:00:00Z'), 'id')).toEqual([
        1,
      ]);
    });
  });
});
