// What the plan of one request runs with: the parts of the API, within what the request can access.
import type { Route } from '../model/route-model.js';
import type { CheckSubscribers } from '../model/scan/late-subscribers.js';
import type { PolicyPlanner } from '../plan/policy-plan.js';
import type { PolicyScope } from '../plan/policy-scope.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { ProgramCache } from '../sql/programs.js';
import type { ReadSessionSettings, SessionSettings } from '../vocabulary/session-settings.js';
import type { Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import type { ExportSettings } from './export-script.js';
import type { RequestHooks } from './hook-calls.js';
import { acquireNothing } from './running-export.js';

/** The parts of an API that run plans. */
export interface ExecutionParts {
  readonly executor: Executor;
  readonly programs: ProgramCache;
  readonly bindHooks: (state: unknown) => RequestHooks;
  readonly checkSubscribers: CheckSubscribers;
  readonly exports: ExportSettings;
}

/** What a request can access: the scope of the API's policies, and the settings for those of the database; null for all. */
interface RowAccess {
  readonly scope: PolicyScope | null;
  readonly session: SessionSettings | null;
}

/** What decides which rows a request can access. */
export interface AccessRules {
  readonly planScope: PolicyPlanner;
  /** Null without the option `sessionSettings`. */
  readonly readSession: ReadSessionSettings | null;
}

const fullAccess: RowAccess = Object.freeze({ scope: null, session: null });

/** Asks the author's policies and session settings. Rejects with what they throw. */
export function findAccess(
  { planScope, readSession }: AccessRules,
  route: Route,
  state: unknown,
): Awaitable<RowAccess> {
  const scoping = planScope(route, state);
  return scoping || readSession ? readAccess(scoping, readSession, state) : fullAccess;
}

async function readAccess(
  scoping: ReturnType<PolicyPlanner>,
  readSession: ReadSessionSettings | null,
  state: unknown,
): Promise<RowAccess> {
  const scope = await scoping;
  // The author declares the type of the state.
  const session = readSession && (await readSession({ state: state as never }));
  return { scope, session };
}

function addSettings(executor: Executor, session: SessionSettings): Executor {
  if (executor.withSettings) return executor.withSettings(session);
  throw new Error('The database has no settings of transactions.');
}

/** What a plan runs with: within the signal, the policies and the hooks of its request. */
export function createExecution(
  { executor, programs, bindHooks, checkSubscribers, exports }: ExecutionParts,
  { method, signal, state }: CompleteRequest,
  { scope, session }: RowAccess,
) {
  const interrupted = signal ? executor.withSignal(signal) : executor;
  return {
    executor: session ? addSettings(interrupted, session) : interrupted,
    programs: scope ? programs.withPolicies(scope) : programs,
    hooks: bindHooks(state),
    checkSubscribers,
    exports: method === 'HEAD' ? { ...exports, acquire: acquireNothing } : exports,
    keyed: null,
    signal,
    state,
  };
}
