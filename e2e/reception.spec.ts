import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { changeAppointment, listAppointments } from '#contract/agenda';
import { fillPath } from '#contract/endpoint';
import { allRules, PHONE, violations, WIDE } from './accessibility-violations.ts';
import { test as base, newEmail, PASSWORD, type Person } from './fixtures.ts';
import { invite } from './invite.ts';
import { seedAppointment, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

interface Reception {
  ana: Person;
  luis: Person;
  marta: Person;
}

/** An assistant of two professionals, each with an appointment on that day. */
const test = base.extend<{ reception: Reception; day: string }>({
  day: async ({ page: _ }, use) => {
    await use(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(new Date()));
  },
  reception: async ({ newPerson, signIn, request, day }, use) => {
    const [ana, luis] = [await newPerson(), await newPerson({ name: 'Luis Mora Vidal' })];
    const email = newEmail();
    await invite(request, ana, email);
    await invite(request, luis, email);
    for (const [professional, name] of [
      [ana, 'Rosa Díaz'],
      [luis, 'Juan Vera'],
    ] as const) {
      const { _id: patientId } = await seedPatient(request, professional, { name });
      await seedAppointment(request, professional, { patientId, date: day, time: '21:30' });
    }
    await use({ ana, luis, marta: await signIn(email, PASSWORD) });
  },
});

const column = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: `Citas y horas libres de ${name}` });

const readStatuses = async (request: APIRequestContext, { accessToken }: Person, date: string) => {
  const reply = await request.get(`${listAppointments.path}?date=${date}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return ((await reply.json()) as { status: string }[]).map(({ status }) => status);
};

test('la recepción marca «Llegó» con un toque, para el profesional de la columna', async ({
  reception,
  request,
  day,
}) => {
  const { ana, luis, marta } = reception;
  const page = await marta.open('/dashboard', { viewport: WIDE });
  await expect(page.getByRole('heading', { level: 1, name: 'Recepción' })).toBeVisible();
  await expect(column(page, ana.user.name)).toContainText('Rosa Díaz');
  await column(page, luis.user.name).getByRole('button', { name: 'Llegó: Juan Vera, 21:30' }).click();
  await expect(toast(page)).toContainText('La cita de Juan Vera quedó como «En sala»');
  expect(await readStatuses(request, luis, day)).toEqual(['arrived']);
  expect(await readStatuses(request, ana, day)).toEqual(['scheduled']);
  expect(await violations(allRules(page))).toEqual([]);
});

test('lo que cambia un profesional aparece en la recepción sin recargar', async ({ reception, request, day }) => {
  const { ana, marta } = reception;
  const page = await marta.open('/dashboard', { viewport: WIDE });
  await expect(page.getByRole('button', { name: /^Agendada: estado de la cita de Rosa Díaz/ })).toBeVisible();
  const headers = { authorization: `Bearer ${ana.accessToken}` };
  const reply = await request.get(`${listAppointments.path}?date=${day}`, { headers });
  const [{ _id: id }] = await reply.json();
  await request.patch(fillPath(changeAppointment.path, { id }), { headers, data: { status: 'confirmed' } });
  const confirmed = page.getByRole('button', { name: /^Confirmada: estado de la cita de Rosa Díaz/ });
  await expect(confirmed).toBeVisible({ timeout: 30_000 });
});

test('una hora libre abre «Nueva Cita» en la agenda de ese profesional', async ({ reception }) => {
  const { luis, marta } = reception;
  const page = await marta.open('/dashboard?fecha=2030-01-07', { viewport: WIDE });
  await page.getByRole('link', { name: `Libre a las 10:30 con ${luis.user.name}, agendar` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await expect(dialog.getByLabel('Hora', { exact: true })).toHaveValue('10:30');
  expect(new URL(page.url()).searchParams.get('profesional')).toBe(luis.user._id);
});

test('en un teléfono el día se lee por hora', async ({ reception }) => {
  const { ana, marta } = reception;
  const page = await marta.open('/dashboard', { viewport: PHONE });
  const list = page.getByRole('list', { name: 'Citas del día por hora' });
  await expect(list.getByRole('article')).toHaveCount(2);
  await list.getByRole('button', { name: 'Llegó: Rosa Díaz, 21:30' }).click();
  await expect(toast(page)).toContainText('La cita de Rosa Díaz quedó como «En sala»');
  await expect(list.getByRole('link', { name: ana.user.name, exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await violations(allRules(page))).toEqual([]);
});

test('ninguna página de la recepción pide lo que no le corresponde', async ({ reception }) => {
  const { luis, marta } = reception;
  const page = await marta.open('/dashboard', { viewport: WIDE });
  const refused: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.request().method()} ${reply.url()}`);
  });
  const open = async (link: Locator, heading: string) => {
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  const menu = page.getByRole('navigation', { name: 'Menú principal' });
  await open(column(page, luis.user.name).getByRole('link', { name: /Juan Vera/ }), 'Juan Vera');
  for (const [entry, heading] of [
    ['Agenda', 'Agenda'],
    ['Pacientes', 'Pacientes'],
    ['Reservas en línea', 'Reservas en línea'],
    ['Mi cuenta', 'Mi cuenta'],
    ['Recepción', 'Recepción'],
  ] as const) {
    await open(menu.getByRole('link', { name: entry }), heading);
    expect(new URL(page.url()).searchParams.get('profesional')).toBe(luis.user._id);
  }
  await page.goto(`/dashboard/agenda/recordatorios?profesional=${luis.user._id}`, { waitUntil: 'networkidle' });
  expect(refused).toEqual([]);
  // A page of professionals asks nothing that would be refused either.
  await page.goto(`/dashboard/configuracion/agenda?profesional=${luis.user._id}`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'Acceso restringido' })).toBeVisible();
  expect(refused).toEqual([]);
});
