// A visitor of the petstore through the client that orval generates for `fetch`.
import {
  createPet,
  createUser,
  deletePet,
  deleteUser,
  listPets,
  PetType,
  readPet,
  readPetOwner,
  updatePet,
} from './generated/orval.js';

/** What a visitor of the petstore sees, whose address the client has from its generator. */
export async function visit(): Promise<string[]> {
  const user = await createUser({ username: 'zoe', display_name: 'Zoe', email: 'zoe@example.com' });
  if (user.status !== 201) throw new Error(JSON.stringify(user.data));
  const made = await createPet({ name: 'Zorro', age: 4, type: PetType.CAT, owner: user.data.id });
  if (made.status !== 201) throw new Error(JSON.stringify(made.data));
  const { id } = made.data;
  const cats = await listPets({
    'type.in': [PetType.CAT, PetType.BIRD],
    'age.gt': 2,
    sort: ['-name', 'id'],
    per_page: 2,
  });
  if (cats.status !== 200) throw new Error(JSON.stringify(cats.data));
  const older = await updatePet(id, { age: 5, owner: null });
  if (older.status !== 200) throw new Error(JSON.stringify(older.data));
  const owner = await readPetOwner(id);
  const refused = await createPet({ name: '', age: 4, type: PetType.CAT });
  await deletePet(id);
  const missing = await readPet(id);
  await deleteUser(user.data.id);
  return [
    `${made.data.name} of ${made.data.edges.owner?.username ?? 'no owner'}`,
    `${cats.data.content.map(({ name }) => name).join(', ')} of ${String(cats.data.total_count)}`,
    `${String(older.data.age)}, ${older.data.edges.owner?.username ?? 'no owner'}`,
    owner.status === 404 ? owner.data.code : 'found',
    refused.status === 400 ? (refused.data.errors?.[0]?.pointer ?? '') : 'taken',
    missing.status === 404 ? missing.data.code : 'found',
  ];
}
