import pg from 'pg';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';

const NAMES = ['Rosa', 'Javiera', 'Ignacio', 'Camila', 'Matías', 'Antonia', 'Vicente', 'Isidora', 'Benjamín', 'Sofía'];
const SURNAMES = ['Aguilera', 'Muñoz', 'Peñaloza', 'Soto', 'Núñez', 'Ortúzar', 'Huenchumilla', 'Rojas', 'Ñancupil'];
const PROFESSIONS = ['Médicos/as', 'Psicólogos/as', 'Odontólogos/as', 'Enfermeros/as', 'Nutricionistas'];
const SPECIALTIES = ['Cardiología', 'Pediatría', 'Ética clínica', 'medicina interna', 'Neurología'];
const SESSIONS_EACH = 3;

/**
 * Inserts accounts directly into the database. 80 % have patients, 40 % have a subscription, each has three sessions,
 * and half have a payment notification.
 */
export async function fillUsers(dataDir: string, users: number): Promise<void> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into users (id, role, name, email, password_hash, rut, profession, specialty, city, region, created_at)
     select gen_random_uuid(), 'professional',
            ($2::text[])[1 + n % 10] || ' ' || ($3::text[])[1 + n / 10 % 9] || ' ' || substr(md5(n::text), 1, 6),
            'persona' || n || '@ejemplo.cl', repeat('x', 97), n || '-0', ($4::text[])[1 + n % 5],
            case when n % 3 = 0 then ($5::text[])[1 + n % 5] || ' ' || n % 50 end, 'Osorno', 'Región de Los Lagos',
            now() - n * interval '7 minutes'
       from generate_series(1, $1::int) n`,
    [users, NAMES, SURNAMES, PROFESSIONS, SPECIALTIES],
  );
  await client.query(`
    insert into patient_counts select id, (random() * 500)::int from users where role <> 'admin' and random() < 0.8;
    insert into subscriptions (owner_id, status, expires_at)
    select id, 'paid', now() + (random() * 400 - 100) * interval '1 day' from users where random() < 0.4;
    insert into sessions (id, user_id, refresh_token_hash, started_at, last_seen_at)
    select gen_random_uuid(), id, uuid_send(gen_random_uuid()), began, least(now(), began + random() * interval '2 hours')
      from (select id, now() - random() * interval '30 days' as began
              from users, generate_series(1, ${SESSIONS_EACH})) one order by began;
    insert into webhooks (id, received_at, webhook_type, status, provider_payment_id, ip_address, user_id)
    select gen_random_uuid(), created_at, 'payment', 'processed', 10000000000 + row_number() over (), '200.1.2.3', id
      from users where random() < 0.5`);
  await client.query('vacuum analyze');
  await client.end();
}
