import type { AppointmentStatus } from '#contract/agenda';
import type { Modality } from '#contract/services';
import { modalityOfAppointment } from '#server/platform/database/appointment-modality';
import type { OwnerSql } from '#server/platform/database/database';

/** What a link shows of an appointment and its patient. Nothing of it is encrypted. */
export interface VisitRow {
  patientId: string;
  name: string;
  socialName: string | null;
  reminders: boolean;
  /** Since when the patient is blocked. */
  blockedAt: Date | null;
  date: string;
  startMinute: number;
  duration: number;
  status: AppointmentStatus;
  revision: number;
  modality: Modality;
  createdAt: Date;
  changedAt: Date | null;
}

export async function findVisit(db: OwnerSql, appointmentId: string): Promise<VisitRow | undefined> {
  const [row] = await db<[VisitRow?]>`
    select a.patient_id as "patientId", p.name, p.social_name as "socialName", p.reminders,
           p.blocked_at as "blockedAt", a.date, a.start_minute as "startMinute", a.duration, a.status, a.revision, a.created_at as "createdAt",
           a.changed_at as "changedAt", ${modalityOfAppointment(db.owner)} as modality
      from appointments a join patients p on p.owner_id = a.owner_id and p.id = a.patient_id
     where a.owner_id = ${db.owner} and a.id = ${appointmentId}`;
  return row;
}
