// The warnings of the start, after everything is found sound: each kind is logged once, with a list.
import type { ApiOptions, Settings } from '../../options.js';
import type { ApiModel } from '../api-model.js';
import { warnOfPaths } from '../resolve/default-paths.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { warnOfBundledNames } from './bundled-names.js';
import {
  warnOfImpossibleCreates,
  warnOfMissingIndexes,
  warnOfOmittedIds,
  warnOfRisks,
} from './model-check.js';
import {
  createStartWarning,
  warnOfLoadListeners,
  warnOfOpenWrites,
  warnOfSoftCascades,
  type Warn,
} from './open-check.js';

/** A resolved API, and what its author gave. */
interface StartedApi {
  readonly model: ApiModel;
  readonly scanned: readonly ScannedEntity[];
  readonly options: ApiOptions;
  readonly settings: Settings;
  readonly warnOfSecrets: (warn: Warn) => void;
}

/** Logs what is valid, but may not be meant. */
export function warnAtStart({ model, scanned, options, settings, warnOfSecrets }: StartedApi): void {
  const { entities } = model;
  const { logger } = settings;
  const warn = createStartWarning(logger);
  warnOfSecrets(warn);
  warnOfOpenWrites(entities, scanned, options, warn);
  warnOfLoadListeners(entities, scanned, warn);
  warnOfSoftCascades(entities, scanned, warn);
  warnOfBundledNames(entities, scanned, warn);
  warnOfRisks(model, settings);
  warnOfPaths(entities, settings);
  warnOfMissingIndexes(entities, scanned, logger);
  warnOfImpossibleCreates(entities, scanned, logger);
  warnOfOmittedIds(scanned, logger);
}
