// Calls the hooks of one request, with its state.
import type { EntityManager } from 'typeorm';
import type { EntityModel } from '../model/api-model.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import type {
  CreateEvent,
  DeleteEvent,
  Hook,
  HookEvent,
  ListEvent,
  ReadEvent,
  UpdateEvent,
} from '../vocabulary/hooks.js';
import type { Script } from './script.js';

type Moment = 'before' | 'after';

/** The arguments of hooks of each operation, besides those of every hook. */
interface WriteEvents {
  readonly create: Omit<CreateEvent<object>, keyof HookEvent>;
  readonly update: Omit<UpdateEvent<object>, keyof HookEvent>;
  readonly delete: Omit<DeleteEvent<object>, keyof HookEvent>;
}
interface ReadEvents {
  readonly read: Omit<ReadEvent, keyof HookEvent>;
  readonly list: Omit<ListEvent, keyof HookEvent>;
}

/** The hooks of one request. */
export interface RequestHooks {
  /** Calls the hooks for the class of the row, which may extend the entity's. Part of the script of an observed write. */
  callWriteHooks<O extends keyof WriteEvents>(
    moment: Moment,
    operation: O,
    entity: EntityModel,
    event: WriteEvents[O],
  ): Script<void>;
  callReadHooks<O extends keyof ReadEvents>(
    moment: Moment,
    operation: O,
    entity: EntityModel,
    event: ReadEvents[O],
  ): Promise<void>;
}

/** Returns a function that binds the hooks to the state of a request. `readManager` is the manager that hooks of reads get. */
export function createHookBinder(
  model: HookModel,
  readManager: EntityManager,
): (state: unknown) => RequestHooks {
  return (state) => ({
    *callWriteHooks(moment, operation, entity, event) {
      for (const { entity: base, hooks } of model.getRowHooks(entity)) {
        const those = hooks[moment];
        const hook = those?.[operation];
        if (hook && event.entity instanceof base)
          yield { hook: (manager) => callHook(those, hook, { ...event, state, manager }) };
      }
    },
    async callReadHooks(moment, operation, entity, event) {
      for (const { hooks } of model.getHooks(entity)) {
        const those = hooks[moment];
        const hook = those?.[operation];
        if (hook) await callHook(those, hook, { ...event, state, manager: readManager });
      }
    },
  });
}

/** A method of its object. The author says of what types the entity and the state are. */
function callHook(those: object | undefined, hook: Hook<never>, event: HookEvent): void | Promise<void> {
  return hook.call(those, event as never);
}
