import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { getCalendarLink } from '#contract/calendar-link';
import { DEFAULT_MESSAGE, MESSAGE_VARIABLES } from '#contract/reminder-message';
import * as api from '#contract/reminder-settings';
import { expectFieldError, expectNoFieldError, fill } from '#web/testing/form-fields.ts';
import { closeToast, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/configuracion/agenda';
const SAVED: api.ReminderSettings = {
  ...api.DEFAULT_REMINDER_SETTINGS,
  enabled: true,
  hoursBefore: [48, 3],
  place: 'Picarte 450',
  phone: '+56 63 221 0000',
};

afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const button = (name: string) => screen.findByRole('button', { name });
const box = (name: string) => screen.getByRole('checkbox', { name });
const preview = () => within(screen.getByRole('region', { name: 'Vista previa' })).getByRole('tabpanel');
const messageField = () => screen.getByLabelText<HTMLTextAreaElement>('Mensaje');

async function openSettings({
  settings = {},
  mail = true,
}: {
  settings?: Partial<api.ReminderSettings>;
  mail?: boolean;
} = {}) {
  if (mail) document.documentElement.dataset.mail = 'on';
  const server = serverFor();
  server.reply(getCalendarLink, { link: null });
  server.reply(api.getReminderSettings, { ...api.DEFAULT_REMINDER_SETTINGS, ...settings });
  server.reply(api.putReminderSettings, ({ body }) => body as api.ReminderSettings);
  server.reply(api.sendTestReminder, { email: 'ana@ejemplo.cl' });
  const { user, navigate, address } = await openApp(PAGE, server);
  await screen.findByRole('switch', { name: 'Enviar recordatorios por correo' });
  const saved = () => server.requests(api.putReminderSettings).map(({ body }) => body);
  return { server, user, navigate, address, saved };
}

test('reminders are switched on, and all choices are saved together', async () => {
  const { user, saved } = await openSettings();
  expect(screen.queryByRole('checkbox', { name: 'Al agendar la cita' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Enviar recordatorios por correo' }));
  expect(box('Al agendar la cita')).toBeChecked();
  expect(box('24 horas antes')).toBeChecked();
  await user.click(box('Al agendar la cita'));
  await user.click(box('3 horas antes'));
  await user.click(box('72 horas antes'));
  await fill('Lugar de atención', ' Picarte 450 ');
  await fill('Teléfono para los pacientes', '+56 63 221 0000');
  await fill('Horas de anticipación para cancelar', '24');
  await user.click(screen.getByRole('switch', { name: /^Puede elegir otra hora/ }));
  await fill('Mensaje', 'Hola {paciente}, te esperamos.');
  await user.click(await button('Guardar recordatorios'));
  await expectToast('Recordatorios guardados correctamente');
  expect(saved()).toEqual([
    {
      enabled: true,
      onBooking: false,
      hoursBefore: [72, 24, 3],
      cancelNoticeHours: 24,
      allowMove: true,
      place: 'Picarte 450',
      phone: '+56 63 221 0000',
      message: 'Hola {paciente}, te esperamos.',
    },
  ]);
  expect(screen.getByLabelText('Lugar de atención')).toHaveValue('Picarte 450');
});

test('the form shows what was saved, and warns when no reminder would leave', async () => {
  const { user } = await openSettings({ settings: { ...SAVED, onBooking: false } });
  expect(screen.getByRole('switch', { name: 'Enviar recordatorios por correo' })).toBeChecked();
  expect(box('48 horas antes')).toBeChecked();
  expect(box('24 horas antes')).not.toBeChecked();
  expect(screen.getByLabelText('Horas de anticipación para cancelar')).toHaveValue(12);
  await user.click(box('48 horas antes'));
  expect(screen.queryByText(/No elegiste ningún momento/)).not.toBeInTheDocument();
  await user.click(box('3 horas antes'));
  expect(screen.getByText(/No elegiste ningún momento/)).toBeVisible();
});

test('the preview shows the message as mail and as WhatsApp while it is written', async () => {
  const { user } = await openSettings({ settings: SAVED });
  const link = `${location.origin}/cita/prueba`;
  expect(preview()).toHaveTextContent(
    /Hola Rosa: te recordamos tu hora con Ana Pérez Soto el \S+ \d+ de \S+ a las 10:00\./,
  );
  for (const text of ['DeAna Pérez Soto', 'AsuntoRecordatorio de tu hora', 'Picarte 450', '+56 63 221 0000'])
    expect(preview()).toHaveTextContent(text);
  // The button takes the place of the link at the end.
  expect(preview()).toHaveTextContent('Confirmar o cancelar');
  expect(preview()).not.toHaveTextContent(link);
  await fill('Mensaje', 'Te esperamos en {lugar}');
  await fill('Lugar de atención', 'Yungay 12');
  expect(within(preview()).getByText('Te esperamos en Yungay 12')).toBeVisible();

  await user.click(screen.getByRole('tab', { name: 'WhatsApp' }));
  expect(preview().textContent).toBe(`Te esperamos en Yungay 12\n\n${link}`);
});

test('a variable is inserted at the cursor and replaces what is selected', async () => {
  const { user } = await openSettings({ settings: { message: 'Hola AQUÍ: te esperamos' } });
  for (const [name, explanation] of Object.entries(MESSAGE_VARIABLES))
    expect((await button(`Insertar {${name}}`)).closest('li')).toHaveTextContent(explanation);
  messageField().setSelectionRange(5, 9);
  await user.click(await button('Insertar {paciente}'));
  expect(messageField()).toHaveValue('Hola {paciente}: te esperamos');
  expect(messageField()).toHaveFocus();
  expect(messageField().selectionStart).toBe('Hola {paciente}'.length);
});

test('the text of the product stands in an empty field and can be taken over', async () => {
  const { user } = await openSettings();
  expect(messageField()).toHaveAttribute('placeholder', DEFAULT_MESSAGE);
  await user.click(await button('Usar el texto de ejemplo'));
  expect(messageField()).toHaveValue(DEFAULT_MESSAGE);
  expect(messageField()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Usar el texto de ejemplo' })).not.toBeInTheDocument();
});

test('an unknown variable and a wrong notice are said at their fields and nothing is saved', async () => {
  const { user, saved } = await openSettings();
  await fill('Mensaje', 'Hola {nombre}');
  await fill('Horas de anticipación para cancelar', '169');
  await user.click(await button('Guardar recordatorios'));
  await waitFor(() => expectFieldError(messageField(), 'No existe la variable {nombre}'));
  expectFieldError(screen.getByLabelText('Horas de anticipación para cancelar'), 'Debe ser a lo más 168');
  await fill('Horas de anticipación para cancelar', '');
  await waitFor(() =>
    expectFieldError(screen.getByLabelText('Horas de anticipación para cancelar'), 'Debe ser un número entero'),
  );
  expect(saved()).toEqual([]);
  await fill('Mensaje', 'Hola {paciente}');
  await waitFor(() => expectNoFieldError(messageField()));
});

test('a message that names the place warns while no place is written', async () => {
  await openSettings({ settings: { message: 'En {lugar}' } });
  const place = screen.getByLabelText('Lugar de atención');
  expect(place).toHaveAccessibleDescription(/Tu mensaje usa \{lugar\}: escribe el lugar\./);
  fireEvent.change(place, { target: { value: 'Yungay 12' } });
  expect(place).toHaveAccessibleDescription('Sin tu especialidad ni el motivo de la consulta.');
});

test('a refused field shows the reason of the server', async () => {
  const { server, user } = await openSettings();
  const details = [{ field: 'phone', message: 'Contiene caracteres no permitidos' }];
  server.respond(api.putReminderSettings, 400, { code: 'INVALID_INPUT', error: 'Revisa los datos', details });
  await fill('Teléfono para los pacientes', '123');
  await user.click(await button('Guardar recordatorios'));
  await waitFor(() =>
    expectFieldError(screen.getByLabelText('Teléfono para los pacientes'), 'Contiene caracteres no permitidos'),
  );
});

test('a test is sent with what is saved, so changes are saved before it', async () => {
  const { server, user, saved } = await openSettings({ settings: SAVED });
  await user.click(await button('Enviarme una prueba'));
  await expectToast('Enviamos la prueba a ana@ejemplo.cl');
  expect(saved()).toEqual([]);
  closeToast();

  await fill('Mensaje', 'Hola {nombre}');
  await user.click(await button('Guardar y enviarme una prueba'));
  await waitFor(() => expectFieldError(messageField(), 'No existe la variable {nombre}'));
  expect(server.requests(api.sendTestReminder)).toHaveLength(1);

  await fill('Mensaje', 'Hola {paciente}');
  await user.click(await button('Guardar y enviarme una prueba'));
  await expectToast('Enviamos la prueba a ana@ejemplo.cl');
  expect(saved()).toEqual([{ ...SAVED, message: 'Hola {paciente}' }]);
  expect(server.requests(api.sendTestReminder)).toHaveLength(2);
  expect(await button('Enviarme una prueba')).toBeVisible();
});

test('a test that the mail server refuses is said', async () => {
  const { server, user } = await openSettings({ settings: SAVED });
  server.refuse(api.sendTestReminder, 'MAIL_NOT_CONFIGURED');
  await user.click(await button('Enviarme una prueba'));
  await expectToast(/correo/);
});

test('without mail the card says what remains and offers no test', async () => {
  const { user, saved } = await openSettings({ mail: false });
  expect(screen.getByText(/El correo no está configurado en esta instalación/)).toHaveTextContent(
    'Puedes enviarlos tú por WhatsApp desde la agenda',
  );
  expect(screen.queryByRole('button', { name: /prueba/ })).not.toBeInTheDocument();
  await fill('Lugar de atención', 'Picarte 450');
  await user.click(await button('Guardar recordatorios'));
  await expectToast('Recordatorios guardados correctamente');
  expect(saved()).toMatchObject([{ place: 'Picarte 450' }]);
});

test('with mail nothing is said about a missing one', async () => {
  await openSettings();
  expect(screen.queryByText(/El correo no está configurado/)).not.toBeInTheDocument();
});

test('a written message is not lost without a question', async () => {
  const { user, navigate, address, saved } = await openSettings();
  await fill('Mensaje', 'Te esperamos');
  await navigate('/dashboard/agenda');
  await user.click(await button('Guardar y salir'));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda'));
  expect(saved()).toMatchObject([{ message: 'Te esperamos' }]);
});

test('settings that failed to load can be requested again', async () => {
  const server = serverFor();
  server.reply(getCalendarLink, { link: null });
  server.refuse(api.getReminderSettings, 'UNEXPECTED');
  await openApp(PAGE, server);
  expect(
    await screen.findByText('No se pudo cargar la configuración de tus recordatorios', {}, { timeout: 20_000 }),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: /intentar/i })).toBeVisible();
});
