// Annotated entities -> model and routes: a list of passes. Every mistake is collected and raised at the end.
import type { DataSource } from 'typeorm';
import { settingsOf, type ApiOptions, type Settings } from '../options.js';
import type { ApiModel, EdgeModel, EntityModel, PageModel } from './api-model.js';
import { resolveBody } from './body-schema.js';
import { resolveDoc } from './doc-model.js';
import { resolveEdges } from './edge-model.js';
import { entityDraft, type EntityDraft } from './entity-draft.js';
import { resolveFields } from './field-model.js';
import { resolveFilters } from './filter-model.js';
import { frozenCopy } from './frozen-copy.js';
import { checkOptions } from './option-check.js';
import { resolveOperations } from './operation-model.js';
import { defaultPage, resolvePage } from './page-model.js';
import { resolveRoutes } from './resolve-routes.js';
import type { Route } from './route-model.js';
import { scanEntities, type ScannedEntity } from './scan-entities.js';
import { schemaProblems, type SchemaProblems } from './schema-problems.js';
import { resolveDefaultSort, resolveSorts } from './sort-model.js';
import { collectionPath } from './wire-name.js';

/** What the rest of the pipeline works from. */
export interface ResolvedApi {
  readonly model: ApiModel;
  readonly routes: readonly Route[];
  readonly settings: Settings;
}

/** Resolves the model of an initialised data source. Throws one `SchemaError` with all problems. */
export function resolveModel(dataSource: DataSource, options: ApiOptions): ResolvedApi {
  const problems = schemaProblems();
  const settings = settingsOf(options);
  checkOptions(dataSource, settings, problems);
  problems.raise();
  const shown = shownEntities(scanEntities(dataSource), problems);
  const drafts = resolveDrafts(shown, settings, problems);
  const model = assemble(drafts, settings, problems);
  const routes = resolveRoutes(model, problems);
  problems.raise();
  return { ...frozenCopy({ model, routes }), settings };
}

function shownEntities(
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
): readonly ScannedEntity[] {
  const shown = scanned.filter((entity) => !entity.annotations.own.skip);
  for (const { name, unsupported } of shown) {
    if (unsupported === null) continue;
    problems.add({
      entity: name,
      problem: `cannot be served: ${unsupported}`,
      remedy: 'Leave it out with @Skip().',
    });
  }
  return shown.filter((entity) => entity.unsupported === null);
}

function resolveDrafts(
  shown: readonly ScannedEntity[],
  settings: Settings,
  problems: SchemaProblems,
): readonly EntityDraft[] {
  const pages = new Map(shown.map((entity) => [entity.name, pageOf(entity, settings, problems)]));
  const targets = { pageOf: (entity: string) => pages.get(entity) };
  return shown.map((entity) =>
    entityDraft(
      entity,
      resolveFields(entity, settings, problems),
      resolveEdges(entity, targets, settings, problems),
    ),
  );
}

function pageOf(entity: ScannedEntity, settings: Settings, problems: SchemaProblems): PageModel {
  return resolvePage(entity.annotations.own, defaultPage(settings), { entity: entity.name }, problems);
}

function assemble(drafts: readonly EntityDraft[], settings: Settings, problems: SchemaProblems): ApiModel {
  const byName = new Map(drafts.map((draft) => [draft.name, draft]));
  const targetOf = (edge: EdgeModel): EntityDraft => {
    const target = byName.get(edge.target);
    if (!target) throw new Error(`An edge leads to ${edge.target}, which is not shown.`);
    return target;
  };
  const entities = drafts.map((draft) => resolveEntity(draft, targetOf, settings, problems));
  reportSharedPaths(entities, problems);
  const { naming, limits, strictMutate, listNotFound, unpagedLimit } = settings;
  return { entities, naming, limits, strictMutate, listNotFound, unpagedLimit };
}

function resolveEntity(
  draft: EntityDraft,
  targetOf: (edge: EdgeModel) => EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): EntityModel {
  const { name, scanned, id, key, fields, edges } = draft;
  const { own } = scanned.annotations;
  const sorts = resolveSorts(draft, targetOf, problems);
  return {
    name,
    path: settings.paths[name] ?? collectionPath(name),
    target: scanned.target,
    table: scanned.table,
    id,
    key,
    fields,
    edges,
    operations: resolveOperations(name, own, settings, id !== null, problems),
    allowClientIDs: own.allowClientIDs ?? settings.allowClientIDs,
    page: pageOf(scanned, settings, schemaProblems()),
    filters: resolveFilters(draft, targetOf, settings, problems),
    sorts,
    defaultSort: resolveDefaultSort(draft, sorts, settings.naming, problems),
    body: resolveBody(draft, targetOf, settings),
    doc: resolveDoc(own, { description: null, tags: [name] }),
    mounted: own.handler ?? true,
  };
}

function reportSharedPaths(entities: readonly EntityModel[], problems: SchemaProblems): void {
  const byPath = new Map<string, string>();
  for (const { name, path } of entities) {
    const other = byPath.get(path);
    byPath.set(path, name);
    if (other === undefined) continue;
    problems.add({
      entity: name,
      problem: `has the same path '/${path}' as ${other}.`,
      remedy: `Name another with the option paths: { ${name}: '...' }.`,
    });
  }
}
