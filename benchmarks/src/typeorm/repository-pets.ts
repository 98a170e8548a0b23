// Pets on TypeORM's repository.
import type { DataSource, DeepPartial, FindOptionsWhere } from 'typeorm';
import { Pet } from '../entities/petstore.js';
import { envelope, offsetOf } from '../hand/page.js';
import type { PetInput } from '../hand/pet-input.js';
import type { PetFilter, PetStore } from '../hand/pet-store.js';
import { barePet, petWithOwner } from './entity-json.js';

export function repositoryPets(dataSource: DataSource, withOwner: boolean): PetStore {
  const pets = dataSource.getRepository(Pet);
  const relations = { owner: withOwner };
  const json = withOwner ? petWithOwner : barePet;
  const read = async (id: number) => {
    const pet = await pets.findOne({ where: { id }, relations });
    return pet ? json(pet) : undefined;
  };
  return {
    read,
    list: async (filter, page) => {
      const where = filter ? conditions(filter) : {};
      const window = { order: { id: 'ASC' }, skip: offsetOf(page), take: page.perPage } as const;
      const [rows, total] = await pets.findAndCount({ where, relations, ...window });
      return envelope(page, total, rows.map(json));
    },
    create: async (input) => {
      const { id } = await pets.save(pets.create(entityOf(input)));
      const pet = await read(id);
      if (!pet) throw new Error('The pet just saved is gone.');
      return pet;
    },
    update: async (id, changes) => {
      const pet = await pets.findOneBy({ id });
      if (!pet) return undefined;
      await pets.save(pets.merge(pet, entityOf(changes)));
      return read(id);
    },
  };
}

function conditions({ name, value }: PetFilter): FindOptionsWhere<Pet> {
  return name === 'type.eq' ? { type: value as Pet['type'] } : { owner: { username: value } };
}

/** The owner is given by its id. */
function entityOf({ owner, ...fields }: Partial<PetInput>): DeepPartial<Pet> {
  const given = owner === undefined ? {} : { owner: owner === null ? null : { id: owner } };
  return { ...fields, ...given } as DeepPartial<Pet>;
}
