import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createAppointment, listAppointments } from '#contract/agenda';
import { login, logout, refresh, SignedIn } from '#contract/auth';
import {
  createCertificate,
  finalizeCertificate,
  getCertificate,
  listCertificates,
  listCertificateTemplates,
  printCertificate,
} from '#contract/certificates';
import { searchCie10 } from '#contract/cie10';
import {
  canWriteClinically,
  createClinicalNote,
  finalizeClinicalNote,
  listClinicalNotes,
  printClinicalNote,
  printPrescriptions,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { addDays } from '#contract/days';
import type { Endpoint } from '#contract/endpoint';
import { canCreatePatient, createPatient, getPatient, listPatients } from '#contract/patients';
import { checkDigit } from '#contract/rut';
import { SLOTS } from '#contract/slots';
import { sampleContent } from './documents-sample.ts';

const CONSULTATIONS = 12;
const NEW_PATIENT_EVERY = 4;
const CERTIFICATE_EVERY = 4;
/** A browser saves 1.5 s after the last change, and every 10 s while the person goes on typing: about five minutes. */
const AUTOSAVES = 40;
const PRESCRIPTIONS = 2;
/** The texts at which the person pauses for 300 ms, so that the browser searches. */
const SEARCHED_CODES = ['hiper', 'hipertensión', 'diab', 'diabetes', 'diabetes mellitus'];
const SEARCHED_NAMES = ['ros', 'rosa sof'];
/** An access token lasts 15 minutes, and a consultation with its pause 40. */
const REFRESHES = 2;

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Sends one request, with the access token if there is one, and returns the reply of a success. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  request?: Sent,
  accessToken?: string,
) => Promise<z.output<E['reply']>>;

export interface Professional {
  email: string;
  password: string;
  patientIds: readonly string[];
}

/** A day of a professional as the requests of the browser, screen by screen. `onPause` is called twice in each consultation. */
export async function workingDay(
  call: Call,
  { email, password, patientIds }: Professional,
  number: number,
  onPause: () => Promise<void>,
): Promise<void> {
  const { accessToken, refreshToken } = SignedIn.parse(await call(login, { body: { email, password } }));
  const signedIn: Call = (endpoint, request) => call(endpoint, request, accessToken);
  const date = addDays('2030-01-01', number);
  for (let visit = 0; visit < CONSULTATIONS; visit++) {
    await onPause();
    const index = number * CONSULTATIONS + visit;
    await openAgenda(signedIn, date);
    const isNew = visit % NEW_PATIENT_EVERY === 0;
    const patientId = isNew
      ? await registerPatient(signedIn, index)
      : await findPatient(signedIn, patientIds[index % patientIds.length] ?? '');
    await openProfile(signedIn, patientId);
    await writeNote(signedIn, patientId, onPause);
    await openProfile(signedIn, patientId);
    if (visit % CERTIFICATE_EVERY === 0) await certify(signedIn, patientId);
    await bookNext(signedIn, { patientId, date: addDays(date, 1), time: SLOTS[visit] ?? '', note: 'Control' });
    for (let count = 0; count < REFRESHES; count++) await call(refresh, { body: { refreshToken } });
  }
  await call(logout, { body: { refreshToken } });
}

/** The day, and those before and after it. */
async function openAgenda(call: Call, date: string): Promise<void> {
  for (const day of [date, addDays(date, -1), addDays(date, 1)]) await call(listAppointments, { query: { date: day } });
}

async function findPatient(call: Call, id: string): Promise<string> {
  await call(listPatients, { query: { page: '1' } });
  for (const search of SEARCHED_NAMES) await call(listPatients, { query: { page: '1', search } });
  return id;
}

async function registerPatient(call: Call, index: number): Promise<string> {
  const digits = String(20_000_000 + index);
  await call(listPatients, { query: { page: '1' } });
  await call(canCreatePatient);
  const { _id } = await call(createPatient, {
    body: {
      name: 'Rosa Isidora Huenchumilla Soto',
      rut: `${digits}-${checkDigit(digits)}`,
      birthDate: '1980-05-10',
      phone: '+56 9 1234 5678',
      email: 'paciente@ejemplo.cl',
      address: 'Los Robles 123, Valdivia',
    },
  });
  await call(listPatients, { query: { page: '1' } });
  return _id;
}

async function openProfile(call: Call, id: string): Promise<void> {
  await call(getPatient, { params: { id } });
  await call(canWriteClinically);
  await call(listClinicalNotes, { params: { id } });
  await call(listCertificates, { params: { id } });
}

async function writeNote(call: Call, patientId: string, onPause: () => Promise<void>): Promise<void> {
  const { anamnesis = '', prescriptions, ...content } = sampleContent();
  const id = randomUUID();
  await call(getPatient, { params: { id: patientId } });
  await call(canWriteClinically);
  let { version } = await call(createClinicalNote, { body: { _id: id, patientId, reason: content.reason } });
  for (const query of SEARCHED_CODES) await call(searchCie10, { query: { query } });
  for (let save = 1; save <= AUTOSAVES; save++) {
    if (save === AUTOSAVES / 2) await onPause();
    const body = {
      ...content,
      anamnesis: anamnesis.slice(0, (anamnesis.length * save) / AUTOSAVES),
      prescriptions: prescriptions.slice(0, PRESCRIPTIONS),
      patientId,
      version,
    };
    ({ version } = await call(updateClinicalNote, { params: { id }, body }));
  }
  await call(finalizeClinicalNote, { params: { id }, body: { version } });
  await call(printClinicalNote, { params: { id } });
  await call(printPrescriptions, { params: { id } });
}

async function certify(call: Call, patientId: string): Promise<void> {
  await call(listCertificateTemplates);
  const body = {
    patientId,
    title: 'Certificado de reposo',
    content: 'Certifico que la paciente requiere reposo por dos días, a contar de hoy, por el cuadro que consulta.',
  };
  const { _id: id, version } = await call(createCertificate, { body });
  await call(getPatient, { params: { id: patientId } });
  await call(canWriteClinically);
  await call(getCertificate, { params: { id } });
  await call(finalizeCertificate, { params: { id }, body: { version } });
  await call(printCertificate, { params: { id } });
}

async function bookNext(call: Call, body: Record<string, string>): Promise<void> {
  await call(listPatients, { query: { page: '1' } });
  await call(listPatients, { query: { page: '1', search: 'rosa' } });
  await call(createAppointment, { body });
  await call(listAppointments, { query: { date: body.date ?? '' } });
}
