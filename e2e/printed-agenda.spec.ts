import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Appointment, type AppointmentStatus, changeAppointment, listAppointments } from '#contract/agenda';
import { fillPath } from '#contract/endpoint';
import { createService, type Service } from '#contract/services';
import { WIDE } from './accessibility-violations.ts';
import { newEmail, PASSWORD, type Person, test } from './fixtures.ts';
import { invite } from './invite.ts';
import { grantPaidPlan, seedAppointment, seedPatient } from './seed.ts';

const DAY = '2030-01-08';
const LONG_NAME = 'María de los Ángeles Fernández-Goycoolea Undurraga';
const PHONE = '+56 9 8765 4321';
const NOTE = 'Trae radiografía panorámica y la orden del traumatólogo';
const STATUSES: AppointmentStatus[] = ['scheduled', 'confirmed', 'arrived', 'attended', 'no-show'];
const WORDS = ['Agendada', 'Confirmada', 'En sala', 'Atendida', 'No asistió'];

/** A visit at each of these hours, with every status in turn. */
async function seedDay(request: APIRequestContext, person: Person, hours: readonly number[]): Promise<void> {
  await grantPaidPlan(person);
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const service = {
    name: 'Evaluación kinesiológica',
    duration: 30,
    price: null,
    modality: 'in-person',
    bookable: false,
  };
  const made = await request.post(createService.path, { headers, data: service });
  const { _id: serviceId } = (await made.json()) as Service;
  for (const [index, hour] of hours.entries()) {
    const name = index === 0 ? LONG_NAME : `Paciente Número ${hour}`;
    const { _id: patientId } = await seedPatient(request, person, { name, phone: PHONE });
    const time = `${String(hour).padStart(2, '0')}:00`;
    await seedAppointment(request, person, { patientId, date: DAY, time, note: NOTE, serviceId });
  }
  const reply = await request.get(`${listAppointments.path}?date=${DAY}`, { headers });
  for (const [index, { _id: id }] of ((await reply.json()) as Appointment[]).entries()) {
    const data = { status: STATUSES[index % STATUSES.length] };
    await request.patch(fillPath(changeAppointment.path, { id }), { headers, data });
  }
}

/** The text of what is printed on letter paper, sheet by sheet. */
async function printed(page: Page, path: string): Promise<string[]> {
  writeFileSync(path, await page.pdf({ format: 'Letter' }));
  const text = execFileSync('pdftotext', ['-layout', path, '-']).toString();
  return text.split('\f').slice(0, -1);
}

test('un día de doce citas se imprime en una carta, sin palabras partidas, con teléfono y nota', async ({
  ana,
  request,
}, info) => {
  await seedDay(request, ana, [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`, { viewport: WIDE });
  await expect(page.getByRole('article', { name: LONG_NAME })).toBeVisible();
  const [sheet = '', ...more] = await printed(page, info.outputPath('agenda.pdf'));
  expect(more).toEqual([]);
  for (const word of [...WORDS, 'Fernández-Goycoolea', 'radiografía', 'traumatólogo', 'kinesiológica'])
    expect(sheet).toContain(word);
  expect(sheet.split(PHONE)).toHaveLength(13);
  expect(sheet).not.toContain('Nueva Cita');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 726, height: 900 });
  const note = await page.getByRole('columnheader', { name: 'Nota' }).boundingBox();
  expect(note?.width).toBeGreaterThan(140);
});

test('un día sin citas lo dice', async ({ ana }, info) => {
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`, { viewport: WIDE });
  await expect(page.getByText('Disponible').first()).toBeVisible();
  const sheets = await printed(page, info.outputPath('vacio.pdf'));
  expect(sheets).toEqual([expect.stringMatching(/martes 8 de enero, 2030\s+Sin citas/)]);
});

test('la recepción imprime el día de cada profesional', async ({ newPerson, signIn, request }, info) => {
  const [ana, luis] = [await newPerson(), await newPerson({ name: 'Luis Mora Vidal' })];
  const email = newEmail();
  await invite(request, ana, email);
  await invite(request, luis, email);
  await seedDay(request, ana, [9, 10]);
  await seedDay(request, luis, [11]);
  const page = await (await signIn(email, PASSWORD)).open(`/dashboard?fecha=${DAY}`, { viewport: WIDE });
  await expect(page.getByRole('link', { name: LONG_NAME }).first()).toBeVisible();
  const sheets = await printed(page, info.outputPath('recepcion.pdf'));
  expect(sheets.map((sheet) => sheet.trim().split('\n')[0])).toEqual([
    `Agenda de ${ana.user.name} del martes 8 de enero, 2030`,
    'Agenda de Luis Mora Vidal del martes 8 de enero, 2030',
  ]);
  expect(sheets[0]).toContain('10:00 - 10:30');
  expect(sheets.join().split(PHONE)).toHaveLength(4);
  expect(sheets.join()).not.toContain('Recepción');
});
