import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { fillPath } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { dateInWords } from '#contract/reminder-message';
import { sendReminder } from '#contract/reminders';
import { listRightsRequests, type RightsRequest } from '#contract/rights-requests';
import { NARROW_PHONE } from './accessibility-violations.ts';
import { seedBookingPage } from './booking-seed.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { type Person, READER_DAY, test } from './fixtures.ts';
import { profileAddress, seedAppointmentLink, seedPatient } from './seed.ts';

const headersOf = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` });
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const link = (page: Page) => page.getByRole('link', { name: 'Derechos sobre tus datos' });

async function receivedBy(request: APIRequestContext, ana: Person): Promise<RightsRequest[]> {
  return (await request.get(listRightsRequests.path, { headers: headersOf(ana) })).json();
}

test('una paciente pide el bloqueo desde su enlace, solo con el teclado, y la respuesta detiene los recordatorios', async ({
  ana,
  request,
  newContext,
}) => {
  const rosa = await seedPatient(request, ana, { phone: '9 1234 5678' });
  const visit = { patientId: rosa._id, date: READER_DAY, time: '09:30', duration: 30 } as const;
  const cita = await seedAppointmentLink(request, ana, visit);
  const page = await (await newContext({ viewport: NARROW_PHONE })).newPage();
  const errors = consoleErrorsOf(page);

  await test.step('la paciente envía su solicitud', async () => {
    await page.goto(cita);
    await expect(title(page, /^Tu hora con/)).toBeVisible();
    const opening = page.waitForResponse((reply) => reply.url().includes('/derechos/enlace/'));
    await link(page).press('Enter');
    expect((await opening).headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    await expect(title(page, 'Tus derechos sobre tus datos')).toBeVisible();
    await expect(page.getByText(`${ana.user.name} es responsable de los datos`)).toBeVisible();
    await page.getByRole('radio', { name: 'Acceso' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Bloqueo temporal' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Cuéntale qué necesitas')).toBeFocused();
    await page.keyboard.type('Mientras se corrige mi ficha.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Rosa Díaz');
    await page.keyboard.press('Tab');
    await page.keyboard.type(rosa.rut.replace(/\D(?=.)/g, ''));
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('No tengo RUT')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('rosa@ejemplo.cl');
    await page.keyboard.press('Enter');
    await expect(title(page, 'Tu solicitud fue enviada')).toBeFocused();
    const [received] = await receivedBy(request, ana);
    await expect(page.getByText(received?.number ?? '')).toBeVisible();
    await expect(page.getByText(`A más tardar el ${dateInWords(received?.dueOn ?? '')}`)).toBeVisible();
    await expect(page.getByText(/Agencia de Protección de Datos Personales/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(received?.number ?? '')).toBeVisible();
  });

  const own = await ana.open('/dashboard');
  await test.step('la profesional la responde, solo con el teclado', async () => {
    await own.getByRole('link', { name: /^Tienes 1 solicitud de derechos por responder/ }).press('Enter');
    await expect(own).toHaveURL('/dashboard/derechos');
    await own.getByRole('link', { name: 'Rosa Díaz', exact: true }).press('Enter');
    await expect(title(own, 'Bloqueo temporal')).toBeVisible();
    await expect(own.getByText('Mientras se corrige mi ficha.')).toBeVisible();
    await expect(own.getByRole('link', { name: 'Ver ficha' })).toHaveAttribute('href', profileAddress(rosa));
    await expect(own.getByRole('button', { name: 'Ampliar plazo' })).toHaveCount(0);
    await own.getByLabel('Texto de la respuesta').fill('Bloqueé tus datos desde hoy.');
    await own.getByRole('button', { name: 'Enviar respuesta' }).press('Enter');
    const question = own.getByRole('alertdialog', { name: '¿Enviar respuesta?' });
    await expect(question).toContainText('El uso de sus datos quedará bloqueado');
    await question.getByRole('button', { name: 'Sí, enviar' }).press('Enter');
    await expect(own.getByText(/^Respondida el/)).toBeVisible();
    await expect(own.getByText('Bloqueé tus datos desde hoy.')).toBeVisible();
    await expect(own.getByRole('link', { name: 'Derechos de los pacientes', exact: true })).toBeVisible();
  });

  await test.step('no sale ningún recordatorio, y el enlace no muestra la hora', async () => {
    const [appointment] = await (
      await request.get(`/api/appointments?date=${READER_DAY}`, { headers: headersOf(ana) })
    ).json();
    const path = fillPath(sendReminder.path, { id: appointment._id });
    const refused = await request.post(path, { headers: headersOf(ana), data: { channel: 'whatsapp' } });
    expect([refused.status(), (await refused.json()).code]).toEqual([409, 'PATIENT_BLOCKED']);
    await own.goto(`/dashboard/agenda/recordatorios?fecha=${READER_DAY}`);
    await expect(own.getByText(ERRORS.PATIENT_BLOCKED.message)).toBeVisible();
    await expect(own.getByRole('button', { name: /WhatsApp/ })).toHaveCount(0);
    await page.goto(cita);
    await expect(title(page, 'Este enlace ya no es válido')).toBeVisible();
    await link(page).click();
    await expect(title(page, 'Tus derechos sobre tus datos')).toBeVisible();
  });

  await test.step('al levantar el bloqueo el enlace vuelve a funcionar', async () => {
    await own.goto(profileAddress(rosa));
    await own.getByRole('button', { name: 'Levantar bloqueo' }).press('Enter');
    await own.getByRole('button', { name: 'Sí, levantar' }).press('Enter');
    // The open question hides the page from the role of the region.
    await expect(own.getByRole('alertdialog')).toBeHidden();
    await expect(own.getByRole('region', { name: 'Uso de datos bloqueado' })).toBeHidden();
    await page.goto(cita);
    await expect(title(page, /^Tu hora con/)).toBeVisible();
  });
  // The refused links are answers 404, which the console names.
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
});

test('el formulario de un profesional funciona sin reserva en línea y conserva lo escrito', async ({
  ana,
  request,
  page,
}) => {
  await page.setViewportSize(NARROW_PHONE);
  const slug = `derechos-${ana.user._id}`;
  const data = { ...DEFAULT_BOOKING_SETTINGS, slug };
  const saved = await request.put(putBookingSettings.path, { headers: headersOf(ana), data });
  expect(saved.ok(), 'guardar la dirección').toBe(true);
  await page.goto(`/derechos/${slug}`);
  await expect(title(page, 'Tus derechos sobre tus datos')).toBeVisible();
  await page.getByRole('radio', { name: 'Acceso' }).check();
  await page.getByLabel('Cuéntale qué necesitas').fill('Mis exámenes de 2025');
  await page.getByLabel('Nombre completo').fill('Rosa Díaz');
  await page.getByLabel('RUT', { exact: true }).pressSequentially('123456785');
  await expect(page.getByLabel('RUT', { exact: true })).toHaveValue('12.345.678-5');
  await page.getByLabel('Correo para la respuesta').fill('rosa@ejemplo');
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(page.getByText('Escribe un correo válido')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Cuéntale qué necesitas')).toHaveValue('Mis exámenes de 2025');
  await expect(page.getByRole('radio', { name: 'Acceso' })).toBeChecked();
  await page.getByLabel('Correo para la respuesta').fill('rosa@ejemplo.cl');
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(title(page, 'Tu solicitud fue enviada')).toBeVisible();
  expect(await receivedBy(request, ana)).toMatchObject([
    { kind: 'access', rut: '12345678-5', text: 'Mis exámenes de 2025', patientId: null },
  ]);
});

test('la página de reservas lleva al formulario, y una dirección desconocida muestra la página de siempre', async ({
  ana,
  request,
  page,
}) => {
  await page.goto(await seedBookingPage(request, ana));
  const opening = page.waitForEvent('popup');
  await link(page).click();
  await expect(title(await opening, 'Tus derechos sobre tus datos')).toBeVisible();
  for (const address of ['/derechos/nadie-con-este-nombre', `/derechos/enlace/${'x'.repeat(43)}`]) {
    await page.goto(address);
    await expect(title(page, 'Este enlace ya no es válido')).toBeVisible();
  }
});
