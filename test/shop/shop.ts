// The shop of examples/shop with its seed, and those who visit it.
import { shopApp, shopOptions } from '../../examples/shop/src/app.js';
import { shopEntities } from '../../examples/shop/src/data-source.js';
import { install } from '../../examples/shop/src/install.js';
import { SnakeCaseNames } from '../../examples/shop/src/naming.js';
import { seed } from '../../examples/shop/src/seed.js';
import { forEachDatabase, type Fixture, type Stage } from '../support/for-each-database.js';
import { RestClient, type Answer, type Message } from '../support/http-client.js';

export const shop: Fixture = {
  entities: shopEntities,
  options: shopOptions,
  fill: seed,
  tables: { namingStrategy: new SnakeCaseNames(), make: install },
};

/** Declares the tests once per database, over the application with its authentication. */
export function inTheShop(declareTests: (stage: Stage, visitors: Visitors) => void): void {
  forEachDatabase(
    shop,
    (stage) => {
      declareTests(stage, {
        guest: new Visitor(stage),
        ada: new Visitor(stage, 'ada-token'),
        ben: new Visitor(stage, 'ben-token'),
        staff: new Visitor(stage, 'staff-token'),
      });
    },
    shopApp,
  );
}

type Visitors = Readonly<Record<'guest' | 'ada' | 'ben' | 'staff', Visitor>>;

/** A client with a token, or without one. */
export class Visitor extends RestClient {
  readonly #stage: Stage;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(stage: Stage, token?: string) {
    super();
    this.#stage = stage;
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  send(method: string, target: string, message: Message = {}): Promise<Answer> {
    return this.#stage.client.send(method, target, this.#named(message));
  }

  #named({ headers, ...message }: Message): Message {
    return { ...message, headers: { ...headers, ...this.#headers } };
  }
}
