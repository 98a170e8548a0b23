// Annotations of reports: aggregates and exports.
import type { AggregateFunction, TimeUnit } from '../vocabulary/aggregate.js';
import type { ExportFormat } from '../vocabulary/export-format.js';
import {
  createDecorator,
  type AnyAnnotation,
  type ClassOrEdgeAnnotation,
  type MemberAnnotation,
} from './decorator-types.js';

/**
 * Lets clients request measures at `/<collection>/aggregate`: on a class `count`, the number of rows; on a field, functions of
 * its values.
 */
export function Measure(...functions: AggregateFunction[]): AnyAnnotation {
  return createDecorator({ measures: functions });
}

/**
 * Lets clients group the rows of an aggregate by the field, or by the id of a unique edge's target. Units group a date or
 * date-time by year, month and so on, in UTC; a date-time needs at least one.
 */
export function Groupable(...units: TimeUnit[]): MemberAnnotation {
  return createDecorator({ groupable: units });
}

/** Lets clients export the whole list as NDJSON or CSV (RFC 4180). The header `Accept` selects the format. */
export function Export(...formats: ExportFormat[]): ClassOrEdgeAnnotation {
  return createDecorator({ exports: formats });
}

/** Maximum number of rows of an export; more are a 400 (`too_many`), -1 means no limit. Overrides the option `exportLimit`. */
export function ExportLimit(rows: number): ClassOrEdgeAnnotation {
  return createDecorator({ exportLimit: rows });
}
