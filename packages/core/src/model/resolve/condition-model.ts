// Resolves the entity tags of an entity, whether its writes need If-Match, and its Cache-Control.
import type { EntityModel } from '../api-model.js';
import type { FieldModel } from '../member-model.js';
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
    cacheControl: own.cacheControl ?? settings.cacheControl ?? (entityTag ? 'private, no-cache' : null),
  };
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
