// Resolves the entity tags of an entity, whether its writes need If-Match, and the Cache-Control that its author chose.
import type { EntityModel } from '../api-model.js';
import type { Settings } from '../../options.js';
import { createTargetLookup } from '../edge-targets.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import { ignoredProblems } from '../problem/schema-problems.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';

type ConditionModel = Pick<EntityModel, 'entityTag' | 'requiresIfMatch' | 'cacheControl'>;

/** Reports tags that would differ with each answer, and `@RequireIfMatch` without tags. */
export function resolveConditions(draft: EntityDraft, context: DraftContext): ConditionModel {
  const { settings, problems } = context;
  const { own } = draft.scanned.annotations;
  const entityTag = resolveEntityTag(draft, context);
  if (own.requireIfMatch && !entityTag)
    problems.add({
      entity: draft.name,
      annotation: '@RequireIfMatch',
      problem: 'its answers have no entity tags, so that no client could send one.',
      remedy: 'Add @ETag() or a visible @VersionColumn, or remove @RequireIfMatch().',
    });
  return {
    entityTag,
    requiresIfMatch: entityTag !== null && (own.requireIfMatch ?? settings.requireIfMatch),
    cacheControl: own.cacheControl ?? settings.cacheControl,
  };
}

/**
 * The drafts, in which edges with `@NestedCreate` to rows that require `If-Match` take objects only: by an id, a create would change
 * a row without its tag.
 */
export function omitIdsOfTaggedRows(
  drafts: readonly EntityDraft[],
  settings: Settings,
): readonly EntityDraft[] {
  const context = { targetOf: createTargetLookup(drafts), settings, problems: ignoredProblems };
  const requiring = drafts.filter((draft) => resolveConditions(draft, context).requiresIfMatch);
  if (requiring.length === 0) return drafts;
  const names = new Set(requiring.map(({ name }) => name));
  // Rows of a class are also those of its parent in the same table.
  for (const { name, scanned } of drafts)
    if (scanned.family?.children.some((child) => names.has(child.name))) names.add(name);
  const isTakingObjects = ({ creation, join, target }: EdgeModel) =>
    creation?.nested === true && join.kind === 'foreign' && names.has(target);
  return drafts.map((draft) => ({
    ...draft,
    edges: draft.edges.map((edge) =>
      isTakingObjects(edge) ? { ...edge, settable: { ...edge.settable, create: false } } : edge,
    ),
  }));
}

function resolveEntityTag(draft: EntityDraft, context: DraftContext): EntityModel['entityTag'] {
  const { etag } = draft.scanned.annotations.own;
  const { defaultETag } = context.settings;
  const version = findVersion(draft);
  if (!(etag ?? (defaultETag === 'versioned' ? version !== null : defaultETag))) return null;
  const shuffled = version ? undefined : findShuffledEdge(draft, context);
  if (!shuffled) return { version };
  if (etag)
    context.problems.add({
      entity: draft.name,
      annotation: '@ETag',
      problem: `'${shuffled.property}' is embedded in random order: each answer would have another tag.`,
      remedy: `Give ${shuffled.target} another @DefaultSort, or do not load the edge eagerly; a @VersionColumn allows tags, too.`,
    });
  return null;
}

/** The visible column that counts the versions of a row, unless a transformer hides the count. */
function findVersion({ scanned, fields }: EntityDraft): FieldModel | null {
  const counted = scanned.table.touchedColumns.filter(({ kind }) => kind === 'version');
  const field = fields.find(({ column }) => counted.some((one) => one.column === column));
  return field?.readable && !field.codec.transformed && field.kind === 'integer' ? field : null;
}

function findShuffledEdge({ edges }: EntityDraft, { targetOf }: DraftContext) {
  return edges.find(
    (edge) =>
      edge.eager &&
      !edge.unique &&
      /^-?random$/.test(targetOf(edge).scanned.annotations.own.defaultSort ?? ''),
  );
}
