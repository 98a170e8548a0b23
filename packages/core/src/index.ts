// The public surface of @decorest/core. Anything not named here is private.
export type { IndexAdvice } from './advice/index-advice.js';
export type {
  AnyAnnotation,
  ClassAnnotation,
  ClassOrEdgeAnnotation,
  EdgeAnnotation,
  EdgeValue,
  EntityClass,
  MemberAnnotation,
  SortableValue,
} from './annotation/decorator-types.js';
export { annotate, type AnnotationsOfMembers } from './annotation/annotate.js';
export {
  AdditionalTags,
  Deprecated,
  Description,
  Example,
  OperationDescription,
  OperationID,
  OperationSummary,
  Schema,
  Tags,
  type ExampleAnnotation,
} from './annotation/doc-annotation.js';
export { CacheControl, ETag, RequireIfMatch } from './annotation/condition-annotation.js';
export {
  EagerLoad,
  EagerLoadLimit,
  EdgeEndpoint,
  EdgeCreate,
  NestedCreate,
  EdgeUpdateBulk,
  Includable,
  IncludeDepth,
  SparseFields,
} from './annotation/exposure-annotation.js';
export { Bulk } from './annotation/bulk-annotation.js';
export {
  Abstract,
  AllowClientIDs,
  EntityName,
  ExcludeOperations,
  Handler,
  IncludeOperations,
  ReadOnly,
  Restore,
  Skip,
  type OperationsAnnotation,
} from './annotation/exposure-annotation.js';
export {
  Filter,
  FilterDepth,
  FilterGroup,
  FilterPath,
  RequireFilter,
  Where,
  type TestableByAll,
} from './annotation/filter-annotation.js';
export {
  CursorPagination,
  ItemsPerPage,
  MaxItemsPerPage,
  MaxOffset,
  MinItemsPerPage,
  Pagination,
  TotalCount,
} from './annotation/page-annotation.js';
export { Export, ExportLimit, Groupable, Measure } from './annotation/report-annotation.js';
export {
  DefaultOrder,
  DefaultSort,
  Sortable,
  SortablePath,
  type SortProperty,
} from './annotation/sort-annotation.js';
export { RequireIdempotencyKey } from './annotation/write-annotation.js';
export {
  ApiError,
  faultCodes,
  problemStatus,
  problemTitles,
  type ApiErrorDetails,
  type DeclaredProblem,
  type Fault,
  type FaultCode,
  type OwnProblem,
  type ProblemCode,
} from './errors.js';
export { SchemaError, type SchemaProblem } from './schema-error.js';
export type {
  ApiModel,
  BodyModel,
  ClassModel,
  DiscriminatorModel,
  EntityModel,
  TableModel,
  VariantsModel,
} from './model/api-model.js';
export type { BulkBodyModel, BulkModel } from './model/bulk-model.js';
export type { DocumentModel, DocumentStorage, ItemModel } from './model/document-model.js';
export type { EntityTagModel } from './model/entity-tag-model.js';
export type { IdempotencyRow } from './model/idempotency-model.js';
export { idempotencyEntity } from './model/scan/idempotency-entity.js';
export type {
  CollectionModel,
  DocModel,
  EdgeCreationModel,
  EdgeEndpointModel,
  EdgeModel,
  FieldModel,
} from './model/member-model.js';
export type {
  DefaultSortModel,
  FilterModel,
  FilterTarget,
  FilterTest,
  IncludeModel,
  SortModel,
  WhereModel,
} from './model/query-model.js';
export type { IdModel } from './model/row-id.js';
export type { JoinModel } from './model/join-model.js';
export type { KeySource } from './model/key-source.js';
export type { Spelling, StoredColumn, ValueCodec, WrittenColumn } from './model/stored-column.js';
export { listNestedEdges, narrowToEdge } from './model/edge-creation.js';
export { listParameterDefaults, type ParameterDefaults } from './model/parameter-defaults.js';
export {
  bodyOperations,
  bulkOperationOf,
  changesOneRow,
  findsDeletedRows,
  showsRows,
  type CachingModel,
  type Route,
  type RouteKind,
  type RouteMethod,
} from './model/route-model.js';
export type { RuleMeaning, ValueRules } from './model/rule-model.js';
export type { Limits, Timeouts } from './limits.js';
export type {
  AdviceMode,
  ApiOptions,
  ConstraintNote,
  DatabaseErrorRule,
  CountMode,
  CsvFormulas,
  LeaveOut,
  ETagMode,
  Logger,
  Naming,
} from './options.js';
export type { ApiRequest, BodyReader } from './request/api-request.js';
export type { RouteMatch, RouteTable } from './request/route-table.js';
export type { ApiResponse } from './response/api-response.js';
export type { NumberSign, SignRule } from './vocabulary/json-schema.js';
export { problemSchema } from './response/problem-schema.js';
export { problemResponse } from './response/render-problem.js';
export { adviseIndexes, createApi, type Api } from './rest-api.js';
export type { DatabaseType } from './vocabulary/database.js';
export { fieldKinds, type FieldKind } from './vocabulary/field-kind.js';
export {
  hooksFor,
  type AllowRequest,
  type CreateEvent,
  type DeleteEvent,
  type EdgeRoute,
  type EntityHooks,
  type Hook,
  type HookEvent,
  type Hooks,
  type ListEvent,
  type OperationHooks,
  type ReadEvent,
  type UpdateEvent,
} from './vocabulary/hooks.js';
export type { Idempotency } from './vocabulary/idempotency.js';
export type { ReadSessionSettings, SessionSettings } from './vocabulary/session-settings.js';
export {
  SchemaObjectAny,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from './vocabulary/json-schema.js';
export {
  OperationCreate,
  OperationDelete,
  OperationList,
  OperationRead,
  OperationUpdate,
  bulkOperations,
  operations,
  type AllowedOperation,
  type BulkOperation,
  type DocumentedOperation,
  type EdgeOperation,
  type Operation,
  type OperationId,
} from './vocabulary/operation.js';
export type {
  AggregateModel,
  GroupKeyModel,
  HavingModel,
  HavingTest,
  MeasureModel,
} from './model/aggregate-model.js';
export type { AggregateFunction, TimeUnit } from './vocabulary/aggregate.js';
export { exportMediaTypes, type ExportFormat } from './vocabulary/export-format.js';
export type { EdgeParameter } from './vocabulary/wire-names.js';
export { quantifiers, type Quantifier } from './vocabulary/quantifier.js';
export { OrderAsc, OrderDesc, type NullPlace, type Order } from './vocabulary/order.js';
export {
  FilterContains,
  FilterContainsFold,
  FilterContainsWords,
  FilterEQ,
  FilterEdge,
  FilterEqualFold,
  FilterGT,
  FilterGTE,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterGroupNil,
  FilterHasAll,
  FilterHasAny,
  FilterHasPrefix,
  FilterHasSuffix,
  FilterIn,
  FilterIsEmpty,
  FilterIsNil,
  FilterLT,
  FilterLTE,
  FilterNEQ,
  FilterNotIn,
  type FilterArgument,
  type Predicate,
  type PredicateGroup,
} from './vocabulary/predicate.js';
export {
  notNull,
  policyFor,
  type PolicyRequest,
  type RowCondition,
  type RowMatch,
  type RowPolicy,
  type RowValue,
} from './vocabulary/policy.js';
