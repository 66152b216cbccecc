import { matchesSearch } from '#contract/patient-search';
import { canCreatePatient, listPatients, type Patient } from '#contract/patients';
import type { MockServer } from './mock-server.ts';
import { serverFor } from './open-app.tsx';

/** A patient with that number, for the last digits of the id and of the RUT. */
export const patientNumber = (number: number, details: Partial<Patient> = {}): Patient => ({
  _id: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  name: 'Rosa Díaz',
  rut: `${20_000_000 + number}-1`,
  birthDate: '1980-05-10',
  age: 46,
  allergies: null,
  notas: null,
  alertas: null,
  preferencias: null,
  documentType: 'rut',
  reminders: true,
  blocked: false,
  fichaNumber: number,
  createdAt: '2026-07-01T12:00:00.000Z',
  ...details,
});

/** Finds these patients as the server does, and allows more of them. */
export function patientsServer(patients: Patient[] = []): MockServer {
  const server = serverFor();
  server.reply(canCreatePatient, { canCreate: true, message: '' });
  server.reply(listPatients, ({ url: { searchParams } }) => {
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
    const found = patients.filter((one) => matchesSearch(one, searchParams.get('search') ?? ''));
    return { patients: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit };
  });
  return server;
}
