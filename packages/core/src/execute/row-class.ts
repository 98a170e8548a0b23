// Which class a write through a parent of single-table inheritance is for: the body of a create says it, otherwise the row.
import type { HookModel } from '../model/resolve/hook-model.js';
import type { Route } from '../model/route-model.js';
import {
  moveToClass,
  findClassOfBody,
  findClassOfRow,
  resolveClassRoutes,
  type ClassRoutes,
} from '../plan/class-routes.js';
import { parsePathId } from '../plan/id-value.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { Programs } from '../sql/programs.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { bindStatement, run, type QueryResult } from './script.js';

/** What a request is run with. */
interface RequestContext {
  readonly executor: Executor;
  readonly programs: Programs;
  readonly state: unknown;
}

/** Leads a request to the route of its class. Throws as that route refuses it. */
export type ResolveRowClass = (parsed: ParsedRequest, context: RequestContext) => Awaitable<ParsedRequest>;

/** Null where no entity has variants. */
export function createClassResolver(routes: readonly Route[], hooks: HookModel): ResolveRowClass | null {
  const known = resolveClassRoutes(routes, hooks);
  if (known.size === 0) return null;
  return (parsed, context) => {
    const classes = known.get(parsed.route);
    if (!classes) return parsed;
    return after(chooseClass(classes, parsed, context), (chosen) => {
      const admitting = chosen.authorize(context.state);
      const led = moveToClass(chosen, parsed);
      return admitting ? admitting.then(() => led) : led;
    });
  };
}

function chooseClass(classes: ClassRoutes, parsed: ParsedRequest, context: RequestContext) {
  if (parsed.route.kind === 'create') return findClassOfBody(classes, parsed);
  return after(readStoredClass(parsed, context), (value) => findClassOfRow(classes, value));
}

/** The value of the discriminator. Null for a row that does not show: the parent's own route does not find it either. */
function readStoredClass({ route: { entity }, id }: ParsedRequest, { executor, programs }: RequestContext) {
  const { variants } = entity;
  const key = parsePathId(id, entity);
  if (!variants || key === undefined) return null;
  const statement = programs.selectRowClass(entity, variants);
  return after(
    executor.read(bindStatement(statement, [key]), []),
    (answer) =>
      // A replica may not have it yet.
      getDiscriminator(answer) ??
      after(
        executor.write(() => run(statement, [key])),
        getDiscriminator,
      ),
  );
}

function getDiscriminator({ rows }: QueryResult): string | null {
  const value = rows[0]?.[0];
  return typeof value === 'string' ? value : null;
}
