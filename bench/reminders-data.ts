import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { seedRecords } from './records-data.ts';

const PATIENTS_EACH = 20;

export async function connectAsSuperuser(dataDir: string): Promise<pg.Client> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  return client;
}

/** Professionals who remind their patients a day before, and have patients with an address. Returns their ids. */
export async function seedProfessionals(dataDir: string, database: pg.Client, count: number): Promise<string[]> {
  const owners = Array.from({ length: count }, () => randomUUID());
  await database.query(
    `insert into users (id, role, name, email, password_hash, rut, profession, city, region, created_at)
     select id, 'professional', 'Ana Soto', id || '@ejemplo.cl', 'x', '1-9', 'Médicos/as', 'Osorno',
            'Región de Los Lagos', now()
       from unnest($1::uuid[]) as one (id)`,
    [owners],
  );
  await database.query(
    `insert into reminder_settings (owner_id, enabled, on_booking, hours_before, cancel_notice_hours, allow_move, place,
                                    phone, message)
     select id, true, true, '{24}', 12, false, 'Av. Colón 123', '', '' from unnest($1::uuid[]) as one (id)`,
    [owners],
  );
  await seedRecords(
    dataDir,
    owners.map((owner) => ({ owner, patients: PATIENTS_EACH, appointments: 0 })),
  );
  return owners;
}

/** Adds appointments in two days whose reminder is due now. They are overbooked, so that a day has room for all. */
export async function addDueAppointments(
  database: pg.Client,
  owners: readonly string[],
  perOwner: number,
): Promise<void> {
  await database.query('begin');
  await database.query('set local session_replication_role = replica');
  await database.query(
    `insert into appointments (owner_id, id, patient_id, date, start_minute, duration, overbooked, created_at,
                               reminder_at)
     select owner_id, gen_random_uuid(), (array_agg(id))[1 + n % count(*)], current_date + 2, 480 + 30 * (n % 28), 30,
            true, now(), now()
       from patients, generate_series(0, $2::int - 1) n
      where owner_id = any ($1::uuid[])
      group by owner_id, n`,
    [owners, perOwner],
  );
  await database.query('commit');
  await database.query('analyze appointments');
}

export async function countDue(database: pg.Client): Promise<number> {
  const { rows } = await database.query('select count(*)::int as due from appointments where reminder_at <= now()');
  return rows[0].due;
}

/** Without the column the job finds nothing that is due. */
export const pausePlanning = (database: pg.Client) =>
  database.query('revoke select (reminder_at) on appointments from ficha_mail');
export const continuePlanning = (database: pg.Client) =>
  database.query('grant select (reminder_at) on appointments to ficha_mail');
