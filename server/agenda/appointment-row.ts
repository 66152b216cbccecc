import type { Appointment, AppointmentStatus } from '#contract/agenda';
import { toClock } from '#contract/days';
import type { DocumentType } from '#contract/patient-identity';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { decryptPhone } from '#server/patients/patient-contacts.service';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import { type ActRow, type StoredAct, toAct } from './last-acts.store.ts';

/** With the last act of an assistant, still without a name. */
export type StoredAppointment = Appointment & { acted: StoredAct | undefined };

export interface AppointmentRow extends ActRow {
  id: string;
  patient_id: string;
  name: string;
  social_name: string | null;
  rut: string;
  document_type: DocumentType;
  /** Absent where the appointments of one patient are listed. Null when the patient has no contact. */
  contact?: Buffer | null;
  date: string;
  start_minute: number;
  duration: number;
  note: Buffer | null;
  status: AppointmentStatus;
  overbooked: boolean;
  series_id: string | null;
  service_id: string | null;
  service_name: string | null;
  booked_online: boolean;
}

export const encryptionContext = (owner: string, row: string) => ({
  table: 'appointments',
  column: 'note',
  owner,
  row,
});

export function toAppointment(owner: string, row: AppointmentRow, cipher: FieldCipher): StoredAppointment {
  const note = row.note ? cipher.tryDecrypt(row.note, encryptionContext(owner, row.id)) : undefined;
  const undecryptable = row.note && note === undefined ? true : undefined;
  return {
    _id: row.id,
    patientId: row.patient_id,
    patientName: row.name,
    patientSocialName: row.social_name ?? undefined,
    patientRut: row.rut,
    patientDocumentType: row.document_type === 'rut' ? undefined : row.document_type,
    phone: row.contact ? decryptPhone(owner, { id: row.patient_id, contact: row.contact }, cipher) : undefined,
    date: row.date,
    time: toClock(row.start_minute),
    duration: row.duration,
    serviceId: row.service_id ?? undefined,
    serviceName: row.service_name ?? undefined,
    bookedOnline: row.booked_online || undefined,
    note: undecryptable ? UNDECRYPTABLE_TEXT : note,
    status: row.status,
    overbooked: row.overbooked,
    seriesId: row.series_id ?? undefined,
    acted: toAct(row),
    undecryptable,
  };
}
