// Visits by hand, each with its pet, its vet and its treatments: two statements and the count.
import { envelope, offsetOf, type Envelope, type Page } from './page.js';
import type { PetJson } from './pet-row.js';
import { both, type Connection, type Run } from './prepare.js';
import { userJson, type UserJson } from './user-row.js';

interface TreatmentJson {
  readonly id: number;
  readonly label: string;
  readonly edges: object;
}

export interface VisitJson {
  readonly id: number;
  readonly reason: string;
  readonly edges: { readonly pet: PetJson; readonly vet: UserJson; readonly treatments: TreatmentJson[] };
}

export interface VisitStore {
  readonly list: (page: Page) => Promise<Envelope<VisitJson>>;
}

interface VisitRow {
  readonly id: number;
  readonly reason: string;
  readonly pet_id: number;
  readonly pet_name: string;
  readonly pet_age: number;
  readonly pet_type: string;
  readonly vet_id: number;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly vet_type: string;
}

interface TreatmentRow {
  readonly id: number;
  readonly label: string;
  readonly visit_id: number;
}

const columns = `v.id, v.reason, v.pet_id, p.name AS pet_name, p.age AS pet_age, p.type AS pet_type,
  v.vet_id, u.username, u.display_name, u.email, u.type AS vet_type`;

export function visitStore(connection: Connection): VisitStore {
  const page = connection.prepare<VisitRow>(
    'visits',
    `SELECT ${columns} FROM visits v JOIN pets p ON p.id = v.pet_id JOIN users u ON u.id = v.vet_id
      ORDER BY v.id LIMIT ?1 OFFSET ?2`,
  );
  const count = connection.prepare<{ total: number }>(
    'visits_count',
    'SELECT CAST(count(*) AS integer) AS total FROM visits',
  );
  const treatmentsOf = treatments(connection);
  return {
    list: async (asked) => {
      const [rows, [counted]] = await both(page(asked.perPage, offsetOf(asked)), count());
      const children = await treatmentsOf(rows.map(({ id }) => id));
      return envelope(
        asked,
        counted?.total ?? 0,
        rows.map((row) => visitJson(row, children)),
      );
    },
  };
}

function treatments(connection: Connection) {
  const sqlite = connection.database === 'sqlite';
  const among = sqlite ? 'IN (SELECT value FROM json_each(?1))' : '= ANY (?1)';
  const run: Run<TreatmentRow> = connection.prepare(
    'treatments',
    `SELECT id, label, visit_id FROM treatments WHERE visit_id ${among} ORDER BY id`,
  );
  return async (visits: readonly number[]) => {
    const byVisit = new Map<number, TreatmentJson[]>(visits.map((id) => [id, []]));
    for (const { id, label, visit_id } of await run(sqlite ? JSON.stringify(visits) : visits)) {
      byVisit.get(visit_id)?.push({ id, label, edges: {} });
    }
    return byVisit;
  };
}

function visitJson(row: VisitRow, treatmentsByVisit: ReadonlyMap<number, TreatmentJson[]>): VisitJson {
  const pet = { id: row.pet_id, name: row.pet_name, age: row.pet_age, type: row.pet_type };
  const vet = userJson(row.vet_id, row.username, row.display_name, row.email, row.vet_type);
  return {
    id: row.id,
    reason: row.reason,
    edges: { pet: { ...pet, edges: {} }, vet, treatments: treatmentsByVisit.get(row.id) ?? [] },
  };
}
