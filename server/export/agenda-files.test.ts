import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment, deleteAppointment } from '#contract/agenda';
import { cancelLinkedAppointment } from '#contract/appointment-links';
import { exportAccount, exportPatient } from '#contract/export';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings } from '#contract/reminder-settings';
import { sendReminder } from '#contract/reminders';
import { newAppointmentLink } from '#server/testing/appointment-links';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
let now = new Date('2026-11-23T15:00:00Z');

let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => now }), openMailbox()]);
  ana = await testApp.newProfessional({ region: 'Región Metropolitana' });
  await ana.pays();
  await mailbox.deliver(testApp);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));

const linesOf = (zip: unknown, name: string) =>
  readZip(zip as Uint8Array)
    .get(name)
    ?.toString()
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));

const passMinute = () => {
  now = new Date(now.getTime() + 60_000);
};

const book = async (patientId: string, date: string) =>
  (await ana.send(createAppointment, { body: { patientId, date, time: '15:30' } })).body._id;

test('a patient is exported with each message, its recipient and its failure, and with the answers', async () => {
  await ana.send(putReminderSettings, { body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true, place: 'Colón 12' } });
  const { _id: rosa } = await ana.hasPatient({
    name: 'Rosa Díaz',
    rut: '11.111.111-1',
    email: 'rosa@ejemplo.cl',
    phone: '9 1234 5678',
  });
  const { _id: juan } = await ana.hasPatient({ name: 'Juan Soto', rut: '9.876.543-3', email: 'juan@ejemplo.cl' });
  const cancelled = await book(rosa, '2026-11-25');
  await mailbox.deliver(testApp);
  passMinute();
  await ana.send(sendReminder, { params: { id: cancelled }, body: { channel: 'whatsapp' } });
  passMinute();
  const deleted = await book(rosa, '2026-11-26');
  mailbox.refuse(550);
  await mailbox.deliver(testApp);
  await ana.send(deleteAppointment, { params: { id: deleted }, query: { notifyPatient: 'false' } });
  passMinute();
  await book(juan, '2026-11-27');
  const expiresAt = new Date('2026-11-26T18:30:00Z');
  const token = await newAppointmentLink(testApp, { ownerId: ana.user._id, appointmentId: cancelled, expiresAt });
  await testApp.send(cancelLinkedAppointment, { params: { token }, body: { reason: 'Viajo ese día' } });

  const { body: ofRosa } = await ana.send(exportPatient, { params: { id: rosa } });
  const at = (minute: number) => `23/11/2026 12:0${minute}:00`;
  const patient = ['Rosa Díaz', '11111111-1', 'RUT', ''];
  expect(linesOf(ofRosa, 'recordatorios.csv')?.slice(1)).toEqual([
    [at(0), 'Aviso de la cita', 'Correo', 'Enviado', 'rosa@ejemplo.cl', '', '2026-11-25', '15:30', ...patient],
    [at(1), 'Recordatorio a mano', 'WhatsApp', 'Enviado', "'+56912345678", '', '2026-11-25', '15:30', ...patient],
    // Its appointment was deleted.
    [
      at(2),
      'Aviso de la cita',
      'Correo',
      'No se envió',
      'rosa@ejemplo.cl',
      'El correo fue rechazado',
      '',
      '',
      ...patient,
    ],
  ]);
  const [headings = [], appointment = []] = linesOf(ofRosa, 'citas.csv') ?? [];
  const answer = headings.indexOf('Último recordatorio');
  expect(appointment.slice(answer, headings.indexOf('Servicio'))).toEqual([
    'WhatsApp',
    'Enviado',
    at(1),
    'La canceló el paciente',
    at(3),
    'Viajo ese día',
  ]);

  const { body: ofAccount } = await ana.send(exportAccount);
  const names = linesOf(ofAccount, 'recordatorios.csv')?.map((cells) => cells.at(-4));
  expect(names).toEqual(['Paciente', 'Rosa Díaz', 'Rosa Díaz', 'Rosa Díaz', 'Juan Soto']);
  const account = JSON.parse(
    readZip(ofAccount as unknown as Uint8Array)
      .get('cuenta.json')
      ?.toString() ?? '',
  );
  expect(account.reminders).toMatchObject({ enabled: true, hoursBefore: [24], place: 'Colón 12' });
});
