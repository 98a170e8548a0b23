// A visitor of the petstore through the client that @hey-api/openapi-ts generates.
import { client } from './generated/hey/client.gen.js';
import {
  createPet,
  createUser,
  deletePet,
  deleteUser,
  listPets,
  readPet,
  readPetOwner,
  updatePet,
} from './generated/hey/sdk.gen.js';
import type { Problem } from './generated/hey/types.gen.js';

/** What a visitor of the petstore at `baseUrl` sees. */
export async function visit(baseUrl: string): Promise<string[]> {
  client.setConfig({ baseUrl });
  const user = await createUser({
    body: { username: 'zoe', display_name: 'Zoe', email: 'zoe@example.com' },
    throwOnError: true,
  });
  const made = await createPet({
    body: { name: 'Zorro', age: 4, type: 'CAT', owner: user.data.id },
    throwOnError: true,
  });
  const { id } = made.data;
  const cats = await listPets({
    query: { 'type.in': ['CAT', 'BIRD'], 'age.gt': 2, sort: ['-name', 'id'], per_page: 2 },
    throwOnError: true,
  });
  const older = await updatePet({ path: { id }, body: { age: 5, owner: null }, throwOnError: true });
  const owner = await readPetOwner({ path: { id } });
  const refused = await createPet({ body: { name: '', age: 4, type: 'CAT' } });
  await deletePet({ path: { id }, throwOnError: true });
  const missing = await readPet({ path: { id } });
  await deleteUser({ path: { id: user.data.id }, throwOnError: true });
  return [
    `${made.data.name} of ${made.data.edges.owner?.username ?? 'no owner'}`,
    `${cats.data.content.map(({ name }) => name).join(', ')} of ${String(cats.data.total_count)}`,
    `${String(older.data.age)}, ${older.data.edges.owner?.username ?? 'no owner'}`,
    problemOf(owner)?.code ?? 'found',
    problemOf(refused)?.errors?.[0]?.pointer ?? 'taken',
    problemOf(missing)?.code ?? 'found',
  ];
}

/** 431 has no body, which makes `unknown` of the type of all errors. */
function problemOf({ error }: { error?: unknown }): Problem | undefined {
  return error as Problem | undefined;
}
