// A client of the festival office that calls every operation of its document, typed by openapi-typescript. This file is
// checked by tsc against types made from the document at test time; an answer without the data asked for throws.
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './generated/festival.js';

export type FestivalClient = Client<paths>;
type Schemas = components['schemas'];

/** A client of the office at `baseUrl`. `called` gets each operation as `GET /stages/{id}`. */
export function festivalClient(baseUrl: string, called: (operation: string) => void): FestivalClient {
  const client = createClient<paths>({ baseUrl, querySerializer });
  const recorder: Middleware = {
    onRequest: ({ request, schemaPath }) => {
      called(`${request.method} ${schemaPath}`);
    },
  };
  client.use(recorder);
  return client;
}

/** Lists of sort keys are one value with commas; all other lists repeat their key. */
function querySerializer(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) && name !== 'sort' ? value : [value];
    for (const each of values) search.append(name, String(each));
  }
  return search.toString();
}

/** What a call gave, or what went wrong: a problem document, whose members are typed. */
async function got<Data>(
  call: Promise<{ data?: Data; error?: Schemas['Problem'] | undefined }>,
): Promise<Data> {
  const { data, error } = await call;
  if (error) throw new Error(`${error.code}: ${error.detail} ${JSON.stringify(error.errors)}`);
  if (data === undefined) throw new Error('No data.');
  return data;
}

/** An answer without a body. */
async function gone(
  call: Promise<{ response: Response; error?: Schemas['Problem'] | undefined }>,
): Promise<void> {
  const { response, error } = await call;
  if (response.status !== 204) throw new Error(`${String(response.status)}: ${error?.detail ?? ''}`);
}

const byId = (id: number) => ({ params: { path: { id } } });
const byKey = (id: string) => ({ params: { path: { id } } });

export async function festivals(client: FestivalClient): Promise<void> {
  const address = { street: 'Hill 1', city: 'Hilton' };
  const planned: Schemas['Festival'] = await got(
    client.POST('/festivals', { body: { name: 'Hill Hum', startsOn: '2027-09-01', address } }),
  );
  const status: 'DRAFT' | 'ANNOUNCED' | 'OVER' = planned.status;
  const city: string = (await got(client.GET('/festivals/{id}', byId(planned.id)))).address.city;
  if (status !== 'DRAFT' || city !== 'Hilton') throw new Error(`${status} in ${city}`);
  const updated = await got(
    client.PATCH('/festivals/{id}', { ...byId(planned.id), body: { status: 'ANNOUNCED', budget: null } }),
  );
  if (updated.days !== 3 || updated.budget !== null) throw new Error('A key that was not sent has changed.');
  const page = await got(
    client.GET('/festivals', {
      params: {
        query: { 'status.in': ['ANNOUNCED', 'OVER'], sort: ['-startsOn', 'id'], per_page: 1, page: 1 },
      },
    }),
  );
  const first: Schemas['Festival'] | undefined = page.content[0];
  if (first?.id !== planned.id || !(page.total_count > 1)) throw new Error(JSON.stringify(page));
  await gone(client.DELETE('/festivals/{id}', byId(planned.id)));
  const deleted = await got(client.GET('/festivals', { params: { query: { deleted: 'only' } } }));
  const restored: Schemas['Festival'] = await got(client.POST('/festivals/{id}/restore', byId(planned.id)));
  if (!deleted.content.some(({ id }) => id === restored.id)) throw new Error(JSON.stringify(deleted));
  await gone(client.DELETE('/festivals/{id}', byId(planned.id)));
}

export async function stages(client: FestivalClient): Promise<void> {
  const stage = await got(client.POST('/stages', { body: { name: 'Pond', capacity: 80, festival: 1 } }));
  const capacity: number = (await got(client.GET('/stages/{id}', byKey(stage.id)))).capacity;
  await got(client.PATCH('/stages/{id}', { ...byKey(stage.id), body: { capacity: capacity + 1 } }));
  await got(client.GET('/stages', { params: { query: { 'festival.name.ihas': 'moon' } } }));
  const festival: Schemas['Festival'] = await got(client.GET('/stages/{id}/festival', byKey(stage.id)));
  if (festival.id !== 1) throw new Error(festival.name);
  await got(client.GET('/stages/{id}/performances', byKey(stage.id)));
  await gone(client.DELETE('/stages/{id}', byKey(stage.id)));
}

export async function genres(client: FestivalClient): Promise<void> {
  await got(client.POST('/genres', { body: { id: 'dub', title: 'Dub', parent: 'rock' } }));
  const dub: Schemas['Genre'] = await got(client.GET('/genres/{id}', byKey('dub')));
  await got(client.PATCH('/genres/{id}', { ...byKey(dub.id), body: { title: 'Dub!', add_acts: [1] } }));
  const all: Schemas['Genre'][] = await got(
    client.GET('/genres', { params: { query: { 'title.prefix': 'D' } } }),
  );
  if (all.length !== 1) throw new Error(`${String(all.length)} genres`);
  await got(client.GET('/genres/{id}/parent', byKey('dub')));
  await got(client.GET('/genres/{id}/children', byKey('rock')));
  await got(client.GET('/genres/{id}/acts', byKey('dub')));
  await gone(client.DELETE('/genres/{id}', byKey('dub')));
}

export async function acts(client: FestivalClient): Promise<void> {
  const act = await got(
    client.POST('/line-up', { body: { kind: 'Act', name: 'Trio', fee: '10.50', genres: ['jazz'] } }),
  );
  const kind: 'Act' | 'BAND' | 'SOLO' = (await got(client.GET('/line-up/{id}', byId(act.id)))).kind;
  const genre: string | undefined = act.edges.genres[0]?.title;
  if (kind !== 'Act' || genre !== 'Jazz') throw new Error(`${kind} ${String(genre)}`);
  await got(client.PATCH('/line-up/{id}', { ...byId(act.id), body: { remove_genres: ['jazz'] } }));
  await got(
    client.GET('/line-up', { params: { query: { sort: ['-performances.count'], 'search.has': 'r' } } }),
  );
  await got(client.GET('/line-up/{id}/genres', byId(1)));
  await got(client.GET('/line-up/{id}/performances', byId(1)));
  await got(client.GET('/line-up/{id}/rider', byId(1)));
  await gone(client.DELETE('/line-up/{id}', byId(act.id)));
}

export async function bands(client: FestivalClient): Promise<void> {
  const band = await got(client.POST('/bands', { body: { name: 'Duo', members: 2 } }));
  const members: number = (await got(client.GET('/bands/{id}', byId(band.id)))).members;
  if (members !== 2) throw new Error(String(members));
  await got(client.PATCH('/bands/{id}', { ...byId(band.id), body: { members: 3 } }));
  await got(client.GET('/bands', { params: { query: { 'members.gte': 2, filter_op: 'or' } } }));
  await got(client.GET('/bands/{id}/genres', byId(1)));
  await got(client.GET('/bands/{id}/performances', byId(1)));
  await got(client.GET('/bands/{id}/rider', byId(1)));
  await gone(client.DELETE('/bands/{id}', byId(band.id)));
}

export async function soloArtists(client: FestivalClient): Promise<void> {
  const body = { name: 'Mo', instrument: 'oud' };
  const artist = await got(client.POST('/solo-artists', { body }));
  const kind: 'SOLO' = (await got(client.GET('/solo-artists/{id}', byId(artist.id)))).kind;
  if (artist.kind !== kind) throw new Error(kind);
  await got(client.PATCH('/solo-artists/{id}', { ...byId(artist.id), body: { biography: 'Quiet.' } }));
  await got(client.GET('/solo-artists'));
  await got(client.GET('/solo-artists/{id}/genres', byId(3)));
  await got(client.GET('/solo-artists/{id}/performances', byId(3)));
  // Nothing is related: a problem, typed.
  const { error, response } = await client.GET('/solo-artists/{id}/rider', byId(artist.id));
  if (response.status !== 404 || error?.code !== 'not_found') throw new Error(String(response.status));
  await gone(client.DELETE('/solo-artists/{id}', byId(artist.id)));
}

export async function riders(client: FestivalClient): Promise<void> {
  const rider = await got(client.POST('/riders', { body: { wishes: 'figs', act: 2 } }));
  await got(client.GET('/riders/{id}', byId(rider.id)));
  await got(client.PATCH('/riders/{id}', { ...byId(rider.id), body: { wishes: 'dates' } }));
  await got(client.GET('/riders'));
}

export async function performances(client: FestivalClient, stage: string): Promise<void> {
  const performance = await got(
    client.POST('/performances', { body: { day: '2027-07-02', startsAt: '18:00:00', stage, act: 2 } }),
  );
  const startsAt: string | null = performance.startsAt;
  if (startsAt !== '18:00:00') throw new Error(String(startsAt));
  await got(client.GET('/performances/{id}', byId(performance.id)));
  await got(client.PATCH('/performances/{id}', { ...byId(performance.id), body: { loudness: 80.5 } }));
  await got(
    client.GET('/performances', { params: { query: { 'cancelled.eq': false, 'day.gte': '2027-07-02' } } }),
  );
  await got(client.GET('/performances/{id}/stage', byId(performance.id)));
  const more = { day: '2027-07-03', stage, act: 2 };
  const many: readonly Schemas['Performance'][] = await got(
    client.POST('/performances/bulk', {
      body: [
        { ...more, startsAt: '18:00:00' },
        { ...more, startsAt: '20:00:00' },
      ],
    }),
  );
  const query = { 'id.in': many.map(({ id }) => id), max_affected: 2 };
  const { affected } = await got(
    client.PATCH('/performances', { params: { query }, body: { loudness: 70 } }),
  );
  const deleted = await got(client.DELETE('/performances', { params: { query } }));
  if (affected !== 2 || deleted.affected !== affected)
    throw new Error(`${affected}, then ${deleted.affected}`);
  await gone(client.DELETE('/performances/{id}', byId(performance.id)));
}

export async function visitors(client: FestivalClient): Promise<void> {
  const visitor = await got(
    client.POST('/visitors', {
      body: { name: 'Dee', email: 'dee@example.com', passphrase: 'one two three' },
    }),
  );
  await got(client.GET('/visitors/{id}', byId(visitor.id)));
  await got(
    client.PATCH('/visitors/{id}', { ...byId(visitor.id), body: { add_friends: [1], nickname: 'D' } }),
  );
  await got(client.GET('/visitors', { params: { query: { 'id.in': [1, visitor.id] } } }));
  await got(client.GET('/visitors/{id}/tickets', byId(1)));
  const ticket: Schemas['Ticket'] = await got(
    client.POST('/visitors/{id}/tickets', {
      ...byId(visitor.id),
      body: { category: 'DAY', price: '20.00', festival: 1 },
    }),
  );
  await gone(client.DELETE('/tickets/{id}', byId(ticket.id)));
  await got(client.GET('/visitors/{id}/friends', byId(visitor.id)));
  // In the document, but left to other middleware, of which there is none.
  const { error } = await client.GET('/visitors/{id}/friend-of', byId(visitor.id));
  if (error?.code !== 'not_found') throw new Error('Who serves this?');
  await got(client.PATCH('/visitors/{id}', { ...byId(visitor.id), body: { remove_friends: [1] } }));
  await gone(client.DELETE('/visitors/{id}', byId(visitor.id)));
}

export async function tickets(client: FestivalClient): Promise<void> {
  const ticket = await got(
    client.POST('/tickets', { body: { category: 'DAY', price: '20.00', festival: 1, visitor: 1 } }),
  );
  const price: string = (await got(client.GET('/tickets/{id}', byId(ticket.id)))).price;
  await got(client.PATCH('/tickets/{id}', { ...byId(ticket.id), body: { price: `1${price}` } }));
  await got(client.GET('/tickets', { params: { query: { 'category.eq': 'DAY' } } }));
  await got(client.GET('/tickets/{id}/visitor', byId(ticket.id)));
  await gone(client.DELETE('/tickets/{id}', byId(ticket.id)));
}

export async function wristbands(client: FestivalClient): Promise<void> {
  const id = '9007199254740995';
  await got(client.POST('/wristbands', { body: { id, balance: 1.5 } }));
  const text: string = (await got(client.GET('/wristbands/{id}', byKey(id)))).id;
  if (text !== id) throw new Error(text);
  await got(client.PATCH('/wristbands/{id}', { ...byKey(id), body: { balance: 2 } }));
  await got(client.GET('/wristbands'));
}

export async function reviews(client: FestivalClient): Promise<void> {
  await got(client.POST('/reviews', { body: { visitorId: 3, performanceId: 2, stars: 4 } }));
  await got(client.GET('/reviews', { params: { query: { order: 'desc' } } }));
  const path = { id: '3,2' };
  await got(client.GET('/reviews/{id}', { params: { path } }));
  await got(client.PATCH('/reviews/{id}', { params: { path }, body: { stars: 5 } }));
  await gone(client.DELETE('/reviews/{id}', { params: { path } }));
}

export async function soundChecks(client: FestivalClient): Promise<void> {
  const made = await got(
    client.POST('/sound-checks', {
      body: { bigint: '9007199254740993', boolean: true, json: [1, 2], bytes: 'AAE=', datetime: null },
    }),
  );
  const bigint: string | null = (await got(client.GET('/sound-checks/{id}', byId(made.id)))).bigint;
  if (bigint !== '9007199254740993') throw new Error(String(bigint));
  await got(client.PATCH('/sound-checks/{id}', { ...byId(made.id), body: { json: null } }));
  await got(client.GET('/sound-checks'));
  await gone(client.DELETE('/sound-checks/{id}', byId(made.id)));
}

/** In the document, but answered by other middleware, with text. */
export async function announcements(client: FestivalClient): Promise<void> {
  const { data } = await client.GET('/announcements', { parseAs: 'text' });
  if (typeof data !== 'string') throw new Error('No text.');
}
