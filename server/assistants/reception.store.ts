import type { Professional } from '#contract/assistants';
import type { Profile } from '#contract/auth';
import { timeZoneOf } from '#contract/regions';
import type { IdentitySql, OwnerSql } from '#server/platform/database/database';

interface ProfessionalRow {
  id: string;
  name: string;
  email: string;
  profession: Professional['profession'];
  region: Profile['region'] | null;
  can_edit_patients: boolean;
  can_charge: boolean;
}

/** A professional for whom an assistant acts. */
export interface ServedProfessional {
  user: Profile;
  professional: Professional;
}

const toServed = (row: ProfessionalRow): ServedProfessional => ({
  user: {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: 'professional',
    profession: row.profession,
    region: row.region ?? undefined,
  },
  professional: {
    _id: row.id,
    name: row.name,
    profession: row.profession,
    timeZone: timeZoneOf(row.region ?? undefined),
    canEditPatients: row.can_edit_patients,
    canCharge: row.can_charge,
  },
});

/** The professionals for whom the assistant may act now, by name. */
export async function professionalsServedBy(db: IdentitySql, accountId: string): Promise<ServedProfessional[]> {
  const rows = await db<ProfessionalRow[]>`
    select u.id, u.name, u.email, u.profession, u.region, a.can_edit_patients, a.can_charge
      from assistants a
      join users u on u.id = a.owner_id
     where a.account_id = ${accountId} and a.ended_at is null and a.restored_at is null and u.role = 'professional'
     order by lower(u.name), u.id`;
  return rows.map(toServed);
}

/** What the agenda of a day shows, without the names of patients. Texts stay encrypted. */
export async function stateOfDay(db: OwnerSql, date: string): Promise<unknown[]> {
  return db`
    select a.id, a.patient_id, a.start_minute, a.duration, a.note, a.status, a.overbooked, a.service_name, a.held_until,
           a.acted_by, a.acted_at
      from appointments a
     where a.owner_id = ${db.owner} and a.date = ${date}
     order by a.id`;
}
