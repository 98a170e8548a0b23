// The fields of an entity that are shown, and the JSON text around their values.
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { FieldChoice } from '../plan/view.js';
import { getTopKey } from '../plan/view-names.js';

/** The members of an object: a field, or an object of further members (an embedded column). */
type MemberTree = Map<string, FieldModel | MemberTree>;

/** The readable fields in the order of their columns, and the JSON text around their values. */
interface FieldsLayout {
  readonly fields: readonly FieldModel[];
  /** The text before each value. */
  readonly before: readonly string[];
  /** The text after the last value. */
  readonly tail: string;
}

/** Lays out the fields of an entity that are shown. Fields of an embedded column are members of its object. */
export function buildFieldsLayout(entity: EntityModel, choice: FieldChoice | null = null): FieldsLayout {
  const fields: FieldModel[] = [];
  const before: string[] = [];
  const tail = buildLayout(buildMemberTree(findClassFields(entity, choice)), { fields, before }, '{');
  return { fields, before, tail };
}

/** The fields of one class that are shown. */
function findClassFields({ fields }: EntityModel, choice: FieldChoice | null): readonly FieldModel[] {
  return fields.filter(({ readable, name }) => readable && (!choice || choice.names.has(getTopKey(name))));
}

/** The fields in the rows of an entity: those that are shown of any of its classes. */
export function findShownFields(entity: EntityModel, choice: FieldChoice | null): readonly FieldModel[] {
  const { fields, variants } = entity;
  if (!variants || !choice) return findClassFields(entity, choice);
  const shown = variants.classes.flatMap((one) => findClassFields(one.entity, choice));
  const columns = new Set(shown.map(({ column }) => column));
  return fields.filter(({ readable, column }) => readable && columns.has(column));
}

function buildMemberTree(fields: readonly FieldModel[]): MemberTree {
  const root: MemberTree = new Map();
  for (const field of fields) {
    const path = field.name.split('.');
    const own = path.pop() ?? '';
    path.reduce(getOrCreateBranch, root).set(own, field);
  }
  return root;
}

function getOrCreateBranch(tree: MemberTree, name: string): MemberTree {
  const existing = tree.get(name);
  if (existing instanceof Map) return existing;
  const made: MemberTree = new Map();
  tree.set(name, made);
  return made;
}

/** A layout that is being built. */
interface LayoutDraft {
  readonly fields: FieldModel[];
  readonly before: string[];
}

/** Adds the fields and the text before each of them; returns the text after the last. */
function buildLayout(tree: MemberTree, draft: LayoutDraft, opening: string): string {
  let pending = opening;
  for (const [name, member] of tree) {
    pending += `${JSON.stringify(name)}:`;
    if (member instanceof Map) {
      pending = `${buildLayout(member, draft, `${pending}{`)}}`;
    } else {
      draft.fields.push(member);
      draft.before.push(pending);
      pending = '';
    }
    pending += ',';
  }
  return pending.endsWith(',') ? pending.slice(0, -1) : pending;
}
