import { join } from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import pg from 'pg';
import type { z } from 'zod';
import { createAppointment, type NewAppointment } from '#contract/agenda';
import { type Certificate, type CertificateContent, createCertificate } from '#contract/certificates';
import { type ClinicalNote, createClinicalNote, type NewClinicalNote } from '#contract/clinical-notes';
import { createPatient, type Patient, type PatientInput } from '#contract/patients';
import { checkDigit } from '#contract/rut';

interface Practitioner {
  user: { _id: string };
  accessToken: string;
}

/** Gives an account the paid plan, as billing would. */
export const pays = ({ user }: Practitioner): Promise<void> =>
  inDatabase("insert into subscriptions (owner_id, status) values ($1, 'paid')", user._id);

/** Ends it at once. */
export const stopsPaying = ({ user }: Practitioner): Promise<void> =>
  inDatabase('update subscriptions set expires_at = now() where owner_id = $1', user._id);

/** As an administrator's reset leaves an account. */
export const hasTemporaryPassword = ({ user }: Practitioner): Promise<void> =>
  inDatabase('update users set must_change_password = true where id = $1', user._id);

async function inDatabase(statement: string, id: string): Promise<void> {
  const { E2E_DATA_DIR = '' } = process.env;
  const client = new pg.Client({ host: join(E2E_DATA_DIR, 'run'), user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(statement, [id]);
  await client.end();
}

let ruts = 20_000_000;

/** A patient made through the API, as a background for a test that is about something else. */
export async function hasPatient(
  request: APIRequestContext,
  { accessToken }: Practitioner,
  details: Partial<z.input<typeof PatientInput>> = {},
): Promise<Patient> {
  ruts += 1;
  const rut = `${ruts}-${checkDigit(String(ruts))}`;
  const reply = await request.post(createPatient.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { name: 'Rosa Díaz', rut, birthDate: '1980-05-10', ...details },
  });
  expect(reply.status(), 'crear el paciente').toBe(201);
  return reply.json();
}

export async function hasAppointment(
  request: APIRequestContext,
  { accessToken }: Practitioner,
  data: z.input<typeof NewAppointment>,
): Promise<void> {
  const reply = await request.post(createAppointment.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data,
  });
  expect(reply.status(), 'crear la cita').toBe(201);
}

/** A draft, as a background for a test that is about something else. */
export async function hasClinicalNote(
  request: APIRequestContext,
  { accessToken }: Practitioner,
  patient: Patient,
  content: Omit<z.input<typeof NewClinicalNote>, 'patientId'> = {},
): Promise<ClinicalNote> {
  const reply = await request.post(createClinicalNote.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { patientId: patient._id, ...content },
  });
  expect(reply.status(), 'crear la nota').toBe(201);
  return reply.json();
}

/** One in edition, as a background for a test that is about something else. */
export async function hasCertificate(
  request: APIRequestContext,
  { accessToken }: Practitioner,
  patient: Patient,
  content: Partial<CertificateContent> = {},
): Promise<Certificate> {
  const reply = await request.post(createCertificate.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { patientId: patient._id, title: 'Reposo', content: 'Reposo en casa', ...content },
  });
  expect(reply.status(), 'crear el certificado').toBe(201);
  return reply.json();
}
