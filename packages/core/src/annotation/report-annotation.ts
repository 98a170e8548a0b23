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
 * Lets clients ask for measures at `/<collection>/aggregate`: on the class `count`, the number of rows; on a field the
 * functions over its values.
 */
export function Measure(...functions: AggregateFunction[]): AnyAnnotation {
  return createDecorator({ measures: functions });
}

/**
 * Lets clients group the rows of an aggregate by the field, or by the id of a unique edge's target. A date or date-time is
 * grouped by the given units, in UTC.
 */
export function Groupable(...units: TimeUnit[]): MemberAnnotation {
  return createDecorator({ groupable: units });
}

/** Lets clients export the whole list in the given formats, chosen by the header `Accept`. */
export function Export(...formats: ExportFormat[]): ClassOrEdgeAnnotation {
  return createDecorator({ exports: formats });
}

/** Maximum number of rows of an export; -1 means no limit. Overrides the option `exportLimit`. */
export function ExportLimit(rows: number): ClassOrEdgeAnnotation {
  return createDecorator({ exportLimit: rows });
}
