// What a stage of the abuse suite has tried and seen, for docs/robustness.md.
import type { Figures } from '../support/robustness-figures.js';

export class Tally {
  /** Requests through watched clients, signs of life included. */
  requests = 0;
  serverErrors = 0;
  rounds = 0;
  nonSerial = 0;

  note(status: number): void {
    this.requests++;
    if (status >= 500) this.serverErrors++;
  }

  report(database: string, figures: Figures): void {
    figures.count(database, 'requests tried', this.requests);
    figures.count(database, '5xx without an injected fault', this.serverErrors);
    figures.count(database, 'interleavings tried', this.rounds);
    figures.count(database, 'non-serial outcomes', this.nonSerial);
  }
}
