import { type APIRequestContext, expect } from '@playwright/test';
import type { z } from 'zod';
import { resetPassword, setSubscription } from '#contract/admin';
import { createAppointment, type NewAppointment } from '#contract/agenda';
import { login, SignedIn } from '#contract/auth';
import { type Certificate, type CertificateContent, createCertificate } from '#contract/certificates';
import { type ClinicalNote, createClinicalNote, type NewClinicalNote } from '#contract/clinical-notes';
import { type Endpoint, fillPath } from '#contract/endpoint';
import { createPatient, type Patient, type PatientInput } from '#contract/patients';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings, type ReminderSettings } from '#contract/reminder-settings';
import { sendReminder } from '#contract/reminders';
import { checkDigit } from '#contract/rut';

// Data that a test needs and is not about, created through the API.

interface Professional {
  user: { _id: string };
  accessToken: string;
}

/** Gives an account the paid plan without an end, as an administrator does. */
export const grantPaidPlan = (account: Professional): Promise<void> =>
  asAdmin(setSubscription, account, { status: 'paid' });

/** Ends the plan at once. */
export const endPaidPlan = (account: Professional): Promise<void> =>
  asAdmin(setSubscription, account, { status: 'free' });

/** The RUT of every account that the fixtures register, as it is stored. */
const STORED_RUT = '12345678-5';

/** An administrator resets the password: all sessions end. Returns the temporary password. */
export async function resetToTemporaryPassword(account: Professional): Promise<string> {
  await asAdmin(resetPassword, account);
  return STORED_RUT;
}

async function asAdmin({ method, path }: Endpoint, { user }: Professional, body?: unknown): Promise<void> {
  const { E2E_PORT, E2E_ADMIN_EMAIL: email, E2E_ADMIN_PASSWORD: password } = process.env;
  const send = (sendMethod: string, to: string, content: unknown, authorization = '') =>
    fetch(`http://localhost:${E2E_PORT}${to}`, {
      method: sendMethod,
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(content),
    });
  const session = await send(login.method, login.path, { email, password });
  const { accessToken } = SignedIn.parse(await session.json());
  const reply = await send(method, fillPath(path, { id: user._id }), body, `Bearer ${accessToken}`);
  expect(reply.ok, `${method} ${path}`).toBe(true);
}

let ruts = 20_000_000;

/** The address of a patient's profile. */
export const profileAddress = ({ _id }: Pick<Patient, '_id'>): string => `/dashboard/pacientes/${_id}`;

export async function seedPatient(
  request: APIRequestContext,
  { accessToken }: Professional,
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

export async function seedAppointment(
  request: APIRequestContext,
  { accessToken }: Professional,
  data: z.input<typeof NewAppointment>,
): Promise<void> {
  const reply = await request.post(createAppointment.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data,
  });
  expect(reply.status(), 'crear la cita').toBe(201);
}

/** The page of the link that the patient of a new appointment received. */
export async function seedAppointmentLink(
  request: APIRequestContext,
  { accessToken }: Professional,
  appointment: z.input<typeof NewAppointment>,
  settings: Partial<ReminderSettings> = {},
): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const saved = await request.put(putReminderSettings.path, {
    headers,
    data: { ...DEFAULT_REMINDER_SETTINGS, ...settings },
  });
  expect(saved.status(), 'configurar los recordatorios').toBe(200);
  const created = await request.post(createAppointment.path, { headers, data: appointment });
  expect(created.status(), 'crear la cita').toBe(201);
  const { _id: id } = await created.json();
  const sent = await request.post(fillPath(sendReminder.path, { id }), { headers, data: { channel: 'whatsapp' } });
  expect(sent.status(), 'enviar el enlace').toBe(201);
  const { text } = await sent.json();
  return /\/cita\/[\w-]+/.exec(text)?.[0] ?? '';
}

/** A draft. */
export async function seedClinicalNote(
  request: APIRequestContext,
  { accessToken }: Professional,
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

/** A certificate that can still be edited. */
export async function seedCertificate(
  request: APIRequestContext,
  { accessToken }: Professional,
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
