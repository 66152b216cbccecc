import { expect } from '@playwright/test';
import { cancelLinkedAppointment, confirmLinkedAppointment } from '#contract/appointment-links';
import { fillPath } from '#contract/endpoint';
import { test } from './fixtures.ts';
import { profileAddress, seedAppointment, seedPatient } from './seed.ts';

const DAY = '2030-01-07';

test('un recordatorio por WhatsApp sale desde la tarjeta, y lo que responde el paciente aparece sin recargar', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, { phone: '9 1234 5678' });
  await seedAppointment(request, ana, { patientId: rosa._id, date: DAY, time: '09:30', duration: 30 });
  const page = await ana.newPage();
  await page.clock.install();
  await page
    .context()
    .route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'WhatsApp' }));
  await page.goto(`/dashboard/agenda?fecha=${DAY}`);
  const card = page.getByRole('article', { name: 'Rosa Díaz' });
  const status = card.getByRole('button', { name: /estado de la cita/ });

  await status.click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Recordar por WhatsApp' }).click();
  const conversation = await opening;
  await conversation.waitForURL(/^https:\/\/wa\.me\/56912345678\?text=/);
  expect(await conversation.evaluate(() => window.opener), 'WhatsApp no alcanza la ficha').toBeNull();
  const text = new URL(conversation.url()).searchParams.get('text') ?? '';
  const [, token = ''] = /\/cita\/([\w-]+)/.exec(text) ?? [];
  await conversation.close();
  await expect(card.getByRole('img', { name: /^Aviso al paciente enviado por WhatsApp/ })).toBeVisible();

  await test.step('el paciente confirma', async () => {
    const reply = await request.post(fillPath(confirmLinkedAppointment.path, { token }));
    expect(reply.ok(), 'confirmar').toBe(true);
    await page.clock.runFor(25_000);
    await expect(card.getByRole('img', { name: /^La confirmó el paciente/ })).toBeVisible();
    await expect(status).toContainText('Confirmada');
  });

  await test.step('los mensajes de la cita tienen su hora', async () => {
    await status.click();
    await page.getByRole('menuitem', { name: 'Recordatorios' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recordatorios' });
    await expect(dialog.getByRole('listitem')).toContainText(/Recordatorio a mano.*WhatsApp · .*Enviado/);
    await expect(dialog.getByText(/^La confirmó el paciente/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
  });

  await test.step('el paciente cancela y deja libre su hora', async () => {
    const reply = await request.post(fillPath(cancelLinkedAppointment.path, { token }), {
      data: { reason: 'Estoy de viaje' },
    });
    expect(reply.ok(), 'cancelar').toBe(true);
    await page.clock.runFor(25_000);
    await expect(card).toBeHidden();
    await page.getByRole('button', { name: 'Ver canceladas' }).click();
    const cancelled = page.getByRole('list', { name: 'Citas canceladas' });
    await expect(cancelled).toContainText(/Rosa Díaz.*La canceló el paciente, .*«Estoy de viaje»/);
    await page.goto(profileAddress(rosa));
    await expect(page.getByRole('list', { name: 'Próximas' })).toContainText('La canceló el paciente');
    await page.goto('/dashboard');
    const answer = page.getByRole('link', { name: /Rosa Díaz La canceló el paciente/ });
    await answer.click();
    await expect(page).toHaveURL(new RegExp(`fecha=${DAY}`));
  });
});
