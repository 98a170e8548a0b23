// What the types of a RestController say and refuse. Checked by `npm run typecheck`; nothing here runs.
import type { Api } from '@decorest/core';
import {
  contentOf,
  Edge,
  RestController,
  type EntityJson,
  type RestRequest,
} from '@decorest/koa/routing-controllers';
import { CurrentUser } from 'routing-controllers';
import type { Relation } from 'typeorm';

class Keeper {
  id!: number;
  firstName!: string;
  pets!: Relation<Animal>[];
}

class Animal {
  id!: number;
  name!: string;
  bornOn!: Date;
  chip!: bigint | null;
  tags!: string[];
  keeper!: Relation<Keeper> | null;
  get age(): number {
    return this.id;
  }
  feed(): void {}
}

declare const api: Api;
declare const animal: EntityJson<Animal>;

export const text: string = animal.bornOn;
export const chip: string | null = animal.chip;
export const tag: string | undefined = animal.tags[0];
export const keeper: string | undefined = animal.edges.keeper?.firstName;
// @ts-expect-error A date is text in JSON.
export const date: Date = animal.bornOn;
// @ts-expect-error Methods are not in the JSON.
export const feed = animal.feed;
// @ts-expect-error An embedded entity carries no edges of its own.
export const deeper = animal.edges.keeper?.edges.pets.length;

declare const snake: EntityJson<Keeper, 'snake_case'>;
export const first: string = snake.first_name;
// @ts-expect-error The name is spelled as on the wire.
export const declared: string = snake.firstName;

export class Animals extends RestController(api, Animal) {
  override async list(request: RestRequest, @CurrentUser() user: Keeper) {
    const animals = contentOf(await super.list(request));
    return animals.filter(({ edges }) => edges.keeper?.id === user.id);
  }

  // @ts-expect-error The answer of a read is an animal.
  override async read(request: RestRequest) {
    await super.read(request);
    return { id: 'seven' };
  }

  @Edge('keeper')
  async keeperOf(request: RestRequest) {
    const { firstName } = await this.edge('keeper', request);
    return firstName;
  }

  // @ts-expect-error There is no such edge.
  @Edge('owner')
  nobody(): void {}

  names(request: RestRequest) {
    // @ts-expect-error A scalar is no edge.
    return this.edge('name', request);
  }
}
