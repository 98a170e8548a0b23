// The warnings at the start, in their order: what works, but may surprise.
import type { Settings } from '../../options.js';
import type { ApiModel } from '../api-model.js';
import { warnOfPaths } from '../resolve/default-paths.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import {
  warnOfImpossibleCreates,
  warnOfMissingIndexes,
  warnOfOmittedIds,
  warnOfRisks,
} from './model-check.js';

/** Logs what is risky or incomplete in a model that has no mistake. */
export function warnAtStart(model: ApiModel, scanned: readonly ScannedEntity[], settings: Settings): void {
  const { logger } = settings;
  warnOfRisks(model, settings);
  warnOfPaths(model.entities, settings);
  warnOfMissingIndexes(model.entities, scanned, logger);
  warnOfImpossibleCreates(model.entities, scanned, logger);
  warnOfOmittedIds(scanned, logger);
}
