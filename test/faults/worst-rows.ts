// Rows for the worst requests: words that most rows have, skewed edges, NULLs.
import type { DataSource } from 'typeorm';
import { analyseTables, insertRows, type RawRow } from '../support/fixtures/raw-rows.js';

const tags = 100;

/** As many pets and visits as asked for, a tenth as many owners. */
export async function fillWorst(dataSource: DataSource, pets: number): Promise<void> {
  const owners = Math.ceil(pets / 10);
  const fill = (table: string, columns: readonly string[], count: number, row: (at: number) => RawRow) =>
    insertRows(
      dataSource,
      table,
      columns,
      Array.from({ length: count }, (_, at) => row(at)),
    );
  await fill('owners', ['name', 'email', 'city'], owners, (at) => [
    `owner number ${at} of the house of ${at % 13 === 0 ? 'Ada' : 'others'}`,
    `o${at}@example.com`,
    `city ${at % 50}`,
  ]);
  await fill('tags', ['label'], tags, (at) => [`label ${at}`]);
  await fill('pets', ['name', 'age', 'bornOn', 'attributes', 'ownerId'], pets, (at) => [
    `pet number ${at} ${at % 10 === 0 ? 'Ada' : 'the great'}`,
    at % 11 === 0 ? null : at % 30,
    `20${String(at % 25).padStart(2, '0')}-${String((at % 12) + 1).padStart(2, '0')}-15`,
    `{"size":${at % 100}}`,
    findOwner(at, owners),
  ]);
  await fill('visits', ['reason', 'cost', 'petId'], pets, (at) => [
    `reason ${at} to come here`,
    `${at % 900}.50`,
    ((at * 7_919) % pets) + 1,
  ]);
  await fill('pet_tags', ['petId', 'tagId'], pets, (at) => [at + 1, (at % tags) + 1]);
  await analyseTables(dataSource, ['owners', 'tags', 'pets', 'visits', 'pet_tags']);
}

/** One owner has a hundredth of all pets. */
function findOwner(pet: number, owners: number): number | null {
  if (pet % 17 === 0) return null;
  return pet % 100 === 1 ? 1 : ((pet * 31) % owners) + 1;
}
