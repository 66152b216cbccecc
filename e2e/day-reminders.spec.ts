import { expect, type Page } from '@playwright/test';
import { expectAccessibleAtBothWidths } from './accessibility-violations.ts';
import { READER_DAY, test } from './fixtures.ts';
import { grantPaidPlan, seedAppointment, seedPatient } from './seed.ts';

const BAD_NUMBER = '9 1234 5678 / 9 8765 4321';

const whatsapp = (page: Page, name: string) => page.getByRole('button', { name: `WhatsApp a ${name}` });
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

/** Presses Enter, and returns the address of the tab that opens. The site of the conversation is not asked. */
async function pressEnter(page: Page): Promise<URL> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await tab.waitForURL('https://wa.me/**');
  const address = new URL(tab.url());
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  return address;
}

test('dos pacientes se recuerdan por WhatsApp solo con el teclado, y un número imposible se corrige', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  const people = [
    { name: 'Rosa Díaz', phone: '9 1234 5678' },
    { name: 'Eva Paz', phone: BAD_NUMBER },
    { name: 'Luis Rojas', phone: '+54 9 11 2345 6789' },
  ];
  for (const [index, person] of people.entries()) {
    const { _id } = await seedPatient(request, ana, person);
    await seedAppointment(request, ana, { patientId: _id, date: READER_DAY, time: `1${index}:00`, duration: 30 });
  }
  const page = await ana.open(`/dashboard/agenda?fecha=${READER_DAY}`);
  await page
    .context()
    .route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'WhatsApp' }));
  await page.getByRole('link', { name: 'Por recordar' }).press('Enter');
  await expect(page).toHaveURL(`/dashboard/agenda/recordatorios?fecha=${READER_DAY}`);
  await expect(page.getByText('Quedan 3 pacientes por recordar')).toBeVisible();

  await whatsapp(page, 'Rosa Díaz').focus();
  const first = await pressEnter(page);
  expect(first.pathname).toBe('/56912345678');
  expect(first.searchParams.get('text')).toMatch(
    /^Hola Rosa: te recordamos tu hora con Ana Pérez Soto el lunes 7 de enero a las 10:00\. .* http\S+\/cita\/\S{43}$/,
  );
  await expect(row(page, 'Rosa Díaz')).toContainText('WhatsApp enviado hoy');
  await expect(whatsapp(page, 'Luis Rojas')).toBeFocused();
  const second = await pressEnter(page);
  expect(second.pathname).toBe('/5491123456789');
  expect(second.searchParams.get('text')).toContain('Hola Luis: ');
  await expect(row(page, 'Luis Rojas')).toContainText('WhatsApp enviado hoy');
  await expect(page.getByText('Queda 1 paciente por recordar')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await expect(row(page, 'Eva Paz')).toContainText(`«${BAD_NUMBER}» no es un número válido para WhatsApp.`);
  await expect(whatsapp(page, 'Eva Paz')).toBeHidden();
  await page.getByRole('link', { name: 'Corregir teléfono de Eva Paz' }).press('Enter');
  await page.getByRole('button', { name: 'Editar Paciente' }).press('Enter');
  await page.getByLabel('Teléfono', { exact: true }).fill('9 8765 4321');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await whatsapp(page, 'Eva Paz').focus();
  expect((await pressEnter(page)).pathname).toBe('/56987654321');
  await expect(page.getByText('No queda nadie por recordar')).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^WhatsApp enviado hoy/)).toHaveCount(3);
});
