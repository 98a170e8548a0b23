// RestController: what a subclass overrides, what routing-controllers decorates, and what stays the API's own.
import { gzipSync } from 'node:zlib';
import {
  ApiError,
  createApi,
  EagerLoad,
  EdgeCreate,
  Filter,
  FilterEQ,
  Handler,
  Pagination,
  type Api,
} from '@decorest/core';
import {
  contentOf,
  Edge,
  EdgePost,
  RestController,
  restControllers,
  RestProblem,
  type RestControllersOptions,
  type RestRequest,
} from '@decorest/koa/routing-controllers';
import Koa from 'koa';
import {
  Authorized,
  CurrentUser,
  getMetadataArgsStorage,
  JsonController,
  Get,
  HttpCode,
  UseBefore,
  UseInterceptor,
  useKoaServer,
  type Action,
  type RoutingControllersOptions,
} from 'routing-controllers';
import {
  Column,
  DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { exchange, type RawAnswer, type RawRequest } from '../../support/raw-exchange.js';
import { ServerLog } from '../../support/server-log.js';

@Entity()
class Writer {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ unique: true }) name!: string;
  @OneToMany(() => Note, (note) => note.writer) @EdgeCreate() notes!: Relation<Note>[];
}

@Entity()
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Filter(FilterEQ) text!: string;
  @Column({ type: 'boolean', default: false }) done!: boolean;
  @ManyToOne(() => Writer, (writer) => writer.notes, { nullable: true })
  @EagerLoad()
  writer!: Relation<Writer> | null;
}

@Entity()
@Pagination(false)
class Mark {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Handler(false)
class Draft {
  @PrimaryGeneratedColumn() id!: number;
}

interface Person {
  readonly name: string;
  readonly admin: boolean;
}

let dataSource: DataSource;
let api: Api;
let log: ServerLog;

beforeEach(async () => {
  const entities = [Writer, Note, Mark, Draft];
  dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities, synchronize: true });
  await dataSource.initialize();
  await dataSource.getRepository(Writer).insert([{ name: 'ann' }, { name: 'bob' }]);
  await dataSource.getRepository(Note).insert([{ text: 'milk', writer: { id: 1 } }, { text: 'eggs' }]);
  await dataSource.getRepository(Mark).insert([{ name: 'star' }]);
  log = new ServerLog();
  api = createApi(dataSource, { logger: log });
});

afterEach(async () => {
  getMetadataArgsStorage().reset();
  await dataSource.destroy();
});

type Options = RestControllersOptions & RoutingControllersOptions;
type Controllers = NonNullable<Exclude<RoutingControllersOptions['controllers'], string[]>>;

function appWith(controllers: Controllers, more: Options = {}, ...before: Koa.Middleware[]): Koa {
  const options: Options = { controllers, development: false, ...more };
  const app = new Koa();
  app.silent = true;
  for (const middleware of before) app.use(middleware);
  app.use(restControllers(api, options));
  return useKoaServer(app, options);
}

/** Who is asking stands in the request's own headers. */
const accounts: Options = {
  authorizationChecker: ({ request }: Action, roles: string[]) => {
    const { name, role } = (request as Koa.Request).headers;
    return name !== undefined && (roles.length === 0 || roles.includes(String(role)));
  },
  currentUserChecker: ({ request }: Action): Person | null => {
    const { name, role } = (request as Koa.Request).headers;
    return name === undefined ? null : { name: String(name), admin: role === 'admin' };
  },
};

const ann = { name: 'ann' };
const root = { name: 'root', role: 'admin' };

function post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): RawRequest {
  return { method: 'POST', path, body, headers: { 'content-type': 'application/json', ...headers } };
}

const json = ({ text }: RawAnswer): unknown => JSON.parse(text);

test('options that neither useKoaServer nor restControllers has are refused', () => {
  const theirs = { controllers: [], validation: false, cors: true, routePrefix: '/api' };
  expect(() => restControllers(api, theirs)).not.toThrow();
  expect(() => restControllers(api, Object.assign({ docz: false }, theirs))).toThrow("unknown option 'docz'");
});

describe('an inherited method', () => {
  function plain(): Controllers {
    @JsonController()
    class Notes extends RestController(api, Note) {}
    return [Notes];
  }

  test('answers with the text and the headers of the API itself', async () => {
    const app = appWith(plain(), { routePrefix: '/api' });
    const { status, headers, text } = await exchange(app, '/api/notes?pretty=true');
    const own = await api.handle({ method: 'GET', path: '/notes', base: '/api', query: 'pretty=true' });
    expect([status, text]).toEqual([200, own.body]);
    expect(headers).toMatchObject({ ...own.headers, 'x-request-id': expect.any(String) });
  });

  test('creates with 201 and Location, and deletes with 204', async () => {
    const app = appWith(plain(), { routePrefix: '/api' });
    const created = await exchange(app, post('/api/notes', '{"text":"tea"}'));
    expect([created.status, created.headers.location]).toEqual([201, '/api/notes/3']);
    const gone = await exchange(app, { method: 'DELETE', path: '/api/notes/3' });
    expect([gone.status, gone.text, gone.headers['content-type']]).toEqual([204, '', undefined]);
    expect((await exchange(app, '/api/notes/3')).status).toBe(404);
  });

  test('deletes with 204 whatever null and undefined mean elsewhere', async () => {
    const app = appWith(plain(), { defaults: { nullResultCode: 404, undefinedResultCode: 404 } });
    expect((await exchange(app, { method: 'DELETE', path: '/notes/1' })).status).toBe(204);
  });

  test.each([
    ['not JSON', post('/notes', 'text=a', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['malformed', post('/notes', '{"text":'), 400],
    [
      'too large once inflated',
      post('/notes', gzipSync(`"${'x'.repeat(99)}"`), { 'content-encoding': 'gzip' }),
      413,
    ],
    ['gibberish instead of gzip', post('/notes', '{}', { 'content-encoding': 'gzip' }), 400],
  ])(
    'a body that is %s is refused by our rules, not by those of the body parser',
    async (_, request, status) => {
      const answer = await exchange(appWith(plain(), { bodyLimit: 60 }), request);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        status,
        'application/problem+json; charset=utf-8',
      ]);
    },
  );

  test.each(['/Notes', '/notes/', '/notes/1/', '/notes/%31', '/nosuch', '/drafts', '/writers', '/writers/1'])(
    '%s is a 404 problem: only exact paths of entities with a controller are served',
    async (path) => {
      const answer = await exchange(appWith(plain()), path);
      expect([answer.status, json(answer)]).toMatchObject([404, { code: 'not_found', instance: path }]);
    },
  );

  test('another method is a 405 problem with our Allow, OPTIONS says the same', async () => {
    const app = appWith(plain());
    const allow = 'GET, HEAD, PATCH, DELETE, OPTIONS';
    const put = await exchange(app, { method: 'PUT', path: '/notes/1' });
    expect([put.status, put.headers.allow, json(put)]).toMatchObject([
      405,
      allow,
      { code: 'method_not_allowed' },
    ]);
    expect(await exchange(app, { method: 'OPTIONS', path: '/notes/1' })).toMatchObject({
      status: 204,
      headers: { allow },
    });
  });

  test('routes of other controllers stay theirs, body parser included', async () => {
    @JsonController('/drafts')
    class Drafts {
      @Get() list() {
        return ['mine'];
      }
    }
    const app = appWith([...plain(), Drafts]);
    expect(await exchange(app, '/drafts')).toMatchObject({ status: 200, text: '["mine"]' });
  });
});

describe('an override', () => {
  test('gets the typed result of super, and what it returns is the answer, with the headers of super', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override async list(request: RestRequest) {
        const notes = await super.list(request);
        for (const note of contentOf(notes)) note.text = note.text.toUpperCase();
        return notes;
      }
    }
    const answer = await exchange(appWith([Notes]), '/notes');
    expect(answer.headers).toMatchObject({
      'x-total-count': '2',
      'content-type': 'application/json; charset=utf-8',
      link: expect.stringContaining('rel="first"'),
    });
    expect(json(answer)).toMatchObject({ total_count: 2, content: [{ text: 'MILK' }, { text: 'EGGS' }] });
    expect((await exchange(appWith([Notes]), '/notes?pretty=true')).text).toContain('\n  "total_count": 2');
  });

  test('of a list without pages gets an array', async () => {
    @JsonController()
    class Marks extends RestController(api, Mark) {
      override async list(request: RestRequest) {
        const marks = await super.list(request);
        return contentOf(marks).map((mark) => ({ ...mark, name: `${mark.name}!` }));
      }
    }
    const answer = await exchange(appWith([Marks]), '/marks');
    expect(json(answer)).toEqual([{ id: 1, name: 'star!', edges: {} }]);
    expect(answer.headers['x-total-count']).toBe('1');
  });

  test('hands on another body and another query', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override create(request: RestRequest) {
        return super.create(request.with({ body: (sent) => ({ ...sent, writer: 2 }) }));
      }
      override list(request: RestRequest) {
        return super.list(request.with({ query: 'text.eq=eggs' }));
      }
    }
    const app = appWith([Notes]);
    expect(json(await exchange(app, post('/notes', '{"text":"tea"}')))).toMatchObject({
      text: 'tea',
      edges: { writer: { name: 'bob' } },
    });
    expect(json(await exchange(app, '/notes'))).toMatchObject({ total_count: 1 });
    expect(json(await exchange(app, post('/notes', '[1]')))).toMatchObject({ code: 'invalid_request' });
    expect(json(await exchange(app, post('/notes', '{')))).toMatchObject({ code: 'malformed_body' });
  });

  test('may do with another operation, such as a delete that updates', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override async delete(request: RestRequest) {
        await super.update(request.with({ body: { done: true } }));
        return null;
      }
    }
    const app = appWith([Notes]);
    expect(await exchange(app, { method: 'DELETE', path: '/notes/1' })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(json(await exchange(app, '/notes/1'))).toMatchObject({ done: true });
  });

  test('catches the problem of super, or lets it through', async () => {
    @JsonController()
    class Writers extends RestController(api, Writer) {
      override async create(request: RestRequest) {
        try {
          return await super.create(request);
        } catch (error) {
          if (!(error instanceof RestProblem) || error.httpCode !== 409) throw error;
          return super.read(request.with({ id: '1' }));
        }
      }
    }
    const app = appWith([Writers]);
    expect(json(await exchange(app, post('/writers', '{"name":"ann"}')))).toMatchObject({
      id: 1,
      name: 'ann',
    });
    const refused = await exchange(app, post('/writers?pretty=true', '{"name":7}'));
    expect(refused).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      text: expect.stringContaining('\n  "code": "invalid_request"'),
    });
  });

  test('may throw an ApiError, which becomes a problem document; other errors are those of routing-controllers', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override list(): never {
        throw new ApiError('forbidden', { detail: 'Not today.' });
      }
      override read(): never {
        throw new Error('broken');
      }
    }
    for (const defaultErrorHandler of [true, false]) {
      const answer = await exchange(appWith([Notes], { defaultErrorHandler }), '/notes');
      expect([answer.status, json(answer)]).toMatchObject([403, { code: 'forbidden', detail: 'Not today.' }]);
    }
    expect(json(await exchange(appWith([Notes]), '/notes/1'))).toEqual({ name: 'Error', message: 'broken' });
  });

  test('of an edge endpoint is a method with @Edge', async () => {
    @JsonController()
    class Writers extends RestController(api, Writer) {
      @Edge('notes')
      @Authorized('admin')
      async notesOf(request: RestRequest, @CurrentUser() user?: Person) {
        const notes = await this.edge('notes', request);
        return contentOf(notes).map(({ text }) => `${text} for ${user?.name ?? ''}`);
      }
    }
    const app = appWith([Writers], accounts);
    expect((await exchange(app, { path: '/writers/1/notes', headers: ann })).status).toBe(403);
    expect(json(await exchange(app, { path: '/writers/1/notes', headers: root }))).toEqual(['milk for root']);
  });

  test('of a create under an edge is a method with @EdgePost', async () => {
    @JsonController()
    class Writers extends RestController(api, Writer) {
      @EdgePost('notes')
      async addNote(request: RestRequest) {
        const { text, edges } = await this.edgeCreate('notes', request.with({ body: { text: 'mine' } }));
        return { text, by: edges.writer?.name };
      }
    }
    const message = {
      method: 'POST',
      path: '/writers/1/notes',
      headers: { 'content-type': 'application/json' },
    };
    const answer = await exchange(appWith([Writers]), { ...message, body: '{"text":"yours"}' });
    expect([answer.status, json(answer)]).toEqual([201, { text: 'mine', by: 'ann' }]);
    expect(answer.headers.location).toMatch(/^\/notes\/\d+$/);
    const plain = await exchange(appWith([Writers]), '/writers/1/notes');
    expect(plain.status).toBe(200);
  });

  test('is served on the exact path alone', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override async read() {
        return { id: 1, text: 'my own', done: false, edges: {} };
      }
    }
    const app = appWith([Notes]);
    expect((await exchange(app, '/notes/1')).status).toBe(200);
    expect((await exchange(app, '/Notes/1')).status).toBe(404);
  });

  test('overrides of a class between are inherited', async () => {
    abstract class Shouting extends RestController(api, Note) {
      override async read(request: RestRequest) {
        const note = await super.read(request);
        return { ...note, text: note.text.toUpperCase() };
      }
    }
    @JsonController()
    class Notes extends Shouting {}
    expect(json(await exchange(appWith([Notes]), '/notes/1'))).toMatchObject({ text: 'MILK' });
  });
});

describe('what routing-controllers decorates', () => {
  test('@Authorized on the class and on one method; its 403 passes through', async () => {
    @JsonController()
    @Authorized()
    class Notes extends RestController(api, Note) {
      @Authorized('admin')
      override delete(request: RestRequest) {
        return super.delete(request);
      }
    }
    const app = appWith([Notes], accounts);
    const nobody = await exchange(app, '/notes');
    expect([nobody.status, json(nobody)]).toMatchObject([401, { name: 'AuthorizationRequiredError' }]);
    expect((await exchange(app, { path: '/notes/1/writer' })).status).toBe(401);
    expect((await exchange(app, { path: '/notes', headers: ann })).status).toBe(200);
    const refused = await exchange(app, { method: 'DELETE', path: '/notes/1', headers: ann });
    expect([refused.status, json(refused)]).toMatchObject([403, { name: 'AccessDeniedError' }]);
    expect((await exchange(app, { method: 'DELETE', path: '/notes/1', headers: root })).status).toBe(204);
  });

  test('@CurrentUser reaches the method, after the request', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override async list(request: RestRequest, @CurrentUser({ required: true }) user: Person) {
        const notes = await super.list(request);
        return contentOf(notes).map((note) => ({ ...note, text: `${note.text} for ${user.name}` }));
      }
    }
    const app = appWith([Notes], accounts);
    expect(json(await exchange(app, { path: '/notes', headers: ann }))).toMatchObject([
      { text: 'milk for ann' },
      { text: 'eggs for ann' },
    ]);
    expect((await exchange(app, '/notes')).status).toBe(401);
  });

  test('@UseBefore runs before the API is asked', async () => {
    const seen: string[] = [];
    @JsonController()
    class Notes extends RestController(api, Note) {
      @UseBefore((ctx: Koa.Context, next: Koa.Next) => {
        seen.push(ctx.path);
        return ctx.get('name') === '' ? ctx.throw(418) : next();
      })
      override list(request: RestRequest) {
        return super.list(request);
      }
    }
    const app = appWith([Notes]);
    expect((await exchange(app, { path: '/notes', headers: ann })).status).toBe(200);
    expect((await exchange(app, '/notes')).status).toBe(418);
    expect((await exchange(app, '/notes/1')).status).toBe(200);
    expect(seen).toEqual(['/notes', '/notes']);
  });

  test('interceptors see data, of inherited methods too', async () => {
    @JsonController()
    @UseInterceptor((_: Action, data: unknown) => ({ data }))
    class Notes extends RestController(api, Note) {}
    const app = appWith([Notes]);
    const answer = await exchange(app, '/notes/1');
    expect(json(answer)).toMatchObject({ data: { id: 1, text: 'milk', edges: { writer: { name: 'ann' } } } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('@HttpCode wins over the status of the API', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      @HttpCode(202)
      override create(request: RestRequest) {
        return super.create(request);
      }
    }
    const answer = await exchange(appWith([Notes]), post('/notes', '{"text":"tea"}'));
    expect([answer.status, answer.headers.location]).toEqual([202, '/notes/3']);
  });
});

describe('the state of a request', () => {
  test.each(['inherited', 'overridden'])('%s: ctx.state and the current user reach the API', async (how) => {
    const states: unknown[] = [];
    const watched: Api = {
      ...api,
      handle: (request) => {
        states.push(request.state);
        return api.handle(request);
      },
    };
    @JsonController()
    class Inherited extends RestController(watched, Note) {}
    @JsonController()
    class Overridden extends RestController(watched, Note) {
      override list(request: RestRequest) {
        return super.list(request);
      }
    }
    const options = { ...accounts, controllers: [how === 'inherited' ? Inherited : Overridden] };
    const app = new Koa();
    app.use((ctx, next) => {
      ctx.state = { tenant: 't1' };
      return next();
    });
    app.use(restControllers(watched, options));
    useKoaServer(app, options);
    expect((await exchange(app, { path: '/notes', headers: ann })).status).toBe(200);
    expect(states).toEqual([{ tenant: 't1', user: { name: 'ann', admin: false } }]);
  });

  test('a user that an earlier middleware found is kept', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {
      override async list(request: RestRequest) {
        await super.list(request);
        return [request.state] as never;
      }
    }
    const known: Koa.Middleware = (ctx, next) => {
      ctx.state = { user: 'jwt' };
      return next();
    };
    expect(json(await exchange(appWith([Notes], accounts, known), '/notes'))).toEqual([{ user: 'jwt' }]);
  });
});

describe('mistakes are reported', () => {
  test('a class that is no entity of the API', () => {
    class Stranger {
      id!: number;
    }
    expect(() => RestController(api, Stranger)).toThrow(
      'Stranger is not an entity of this API, or is skipped.',
    );
  });

  test('an edge without an endpoint, and @Edge elsewhere', () => {
    const decorate = (target: object, name: string) => {
      Edge(name)(target as never, 'method');
    };
    class Notes extends RestController(api, Note) {}
    expect(() => {
      decorate(Notes.prototype, 'nosuch');
    }).toThrow('The edge Note.nosuch has no endpoint.');
    expect(() => {
      EdgePost('nosuch')(Notes.prototype as never, 'method');
    }).toThrow('The edge Note.nosuch creates no entities.');
    expect(() => {
      decorate({}, 'writer');
    }).toThrow('does not extend a RestController');
  });

  test('controllers without restControllers in front', async () => {
    @JsonController()
    class Notes extends RestController(api, Note) {}
    const app = useKoaServer(new Koa(), { controllers: [Notes], development: false });
    expect((await exchange(app, '/notes')).text).toContain('needs app.use(restControllers(api, options))');
  });
});
