import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { fold } from '#contract/fold';
import { checkDigit, compactRut } from '#contract/rut';
import { suffixesOf } from '#server/patients/patient-search';
import { createFieldCipher, keyRing } from '#server/platform/crypto/field-cipher';
import { makeDataKeys } from '#server/platform/crypto/keys';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';

const NAMES = ['Rosa', 'Javiera', 'Ignacio', 'Camila', 'Matías', 'Antonia', 'Vicente', 'Isidora', 'Benjamín', 'Sofía'];
const SURNAMES = [
  'Aguilera',
  'Muñoz',
  'Peñaloza',
  'Soto',
  'Núñez',
  'Ortúzar',
  'Huenchumilla',
  'Rojas',
  'Vergara',
  'Ñancupil',
];
/** The second surname of the first patients of an account, as many in a small one as in a big one. */
const RARE_SURNAME = 'Quilapán';
const RARE = 20;
const pick = (words: string[]) => words[randomInt(words.length)] ?? '';

export interface SeedSize {
  owner: string;
  patients: number;
  appointments: number;
  perDay?: number;
  /** The day of the first appointments. */
  firstDay?: string;
}

/** Inserts patients and appointments directly into the database, twenty appointments a day by default, with encrypted text. */
export async function seedRecords(dataDir: string, sizes: SeedSize[]): Promise<void> {
  const { encrypt } = createFieldCipher(keyRing(await makeDataKeys({ dataDir })));
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  // This disables triggers and foreign keys, which take minutes for 20,000 new rows in one transaction.
  await client.query('set session_replication_role = replica');
  for (const { owner, patients, appointments, perDay = 20, firstDay = '2030-01-01' } of sizes) {
    const rows = Array.from({ length: patients }, (_, i) => {
      const id = randomUUID();
      const name = `${pick(NAMES)} ${pick(NAMES)} ${pick(SURNAMES)} ${i < RARE ? RARE_SURNAME : pick(SURNAMES)}`;
      const rut = `${10_000_000 + i}-${checkDigit(String(10_000_000 + i))}`;
      const at = (column: string) => ({ table: 'patients', column, owner, row: id });
      const contact = encrypt(
        JSON.stringify({ phone: '+56 9 1234 5678', email: 'paciente@ejemplo.cl' }),
        at('contact'),
      );
      return { id, name, rut, contact };
    });
    await client.query(
      `insert into patients (owner_id, id, ficha_number, name, folded_name, rut, compact_rut, birth_date, contact,
                             created_at)
       select $1, id, number, name, folded, rut, compact, date '1980-05-10', contact, now()
         from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[])
           with ordinality as one (id, name, folded, rut, compact, contact, number)`,
      [
        owner,
        rows.map((row) => row.id),
        rows.map((row) => row.name),
        rows.map((row) => fold(row.name)),
        rows.map((row) => row.rut),
        rows.map((row) => compactRut(row.rut)),
        rows.map((row) => row.contact),
      ],
    );
    await client.query(`insert into subscriptions (owner_id, status) values ($1, 'paid')`, [owner]);
    await client.query('insert into patient_counts (owner_id, patients, last_ficha_number) values ($1, $2, $2)', [
      owner,
      patients,
    ]);
    const suffixes = rows.flatMap((row) => suffixesOf(row).map((suffix) => ({ suffix, id: row.id })));
    await client.query(
      `insert into patient_suffixes (owner_id, suffix, patient_id)
       select $1, suffix, id from unnest($2::text[], $3::uuid[]) as one (suffix, id)`,
      [owner, suffixes.map((one) => one.suffix), suffixes.map((one) => one.id)],
    );
    await client.query(
      `insert into appointments (owner_id, id, patient_id, date, start_minute, duration, created_at)
       select $1, gen_random_uuid(), ($2::uuid[])[1 + n % cardinality($2::uuid[])], $5::date + n / $4::int,
              480 + 30 * (n % $4::int), 30, now()
         from generate_series(0, $3::int - 1) n`,
      [owner, rows.map((row) => row.id), appointments, perDay, firstDay],
    );
  }
  await client.query('vacuum analyze');
  await client.end();
}
