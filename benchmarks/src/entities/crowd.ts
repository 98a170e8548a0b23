// The further entities of the app `crowd`. Nobody asks for them; their tables do not exist.
import { Filter, FilterGroupEqual, Sortable } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { crowdNames } from '../app-name.js';

/** One class for each name. */
export function crowdEntities(): (new () => object)[] {
  return crowdNames().map(crowdEntity);
}

function crowdEntity(name: string): new () => object {
  class Gadget {
    id!: number;
    label!: string;
    size!: number;
  }
  Object.defineProperty(Gadget, 'name', { value: name.charAt(0).toUpperCase() + name.slice(1, -1) });
  PrimaryGeneratedColumn()(Gadget.prototype, 'id');
  Column({ type: 'varchar', length: 80 })(Gadget.prototype, 'label');
  Filter(FilterGroupEqual)(Gadget.prototype, 'label');
  Sortable()(Gadget.prototype, 'label');
  Column({ type: 'integer' })(Gadget.prototype, 'size');
  Entity({ name })(Gadget);
  return Gadget;
}
