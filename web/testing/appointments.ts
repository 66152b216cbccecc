import type { Appointment } from '#contract/agenda';
import type { Patient } from '#contract/patients';

let ids = 0;

/** An appointment of a patient at nine o'clock, with these details. */
export function appointmentOf(
  { _id, name, socialName, rut, documentType }: Patient,
  details: Partial<Appointment> = {},
): Appointment {
  ids += 1;
  return {
    _id: `0197c000-0000-7000-8000-${String(ids).padStart(12, '0')}`,
    patientId: _id,
    patientName: name,
    patientRut: rut,
    ...(socialName && { patientSocialName: socialName }),
    ...(documentType !== 'rut' && { patientDocumentType: documentType }),
    date: '2026-11-16',
    time: '09:00',
    duration: 30,
    status: 'scheduled',
    overbooked: false,
    ...details,
  };
}
