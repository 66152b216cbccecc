import { randomUUID } from 'node:crypto';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { createAppointment } from '#contract/agenda';
import { confirmLinkedAppointment } from '#contract/appointment-links';
import { addAttachment } from '#contract/attachments';
import { login } from '#contract/auth';
import { createPreference } from '#contract/billing';
import { createCalendarLink } from '#contract/calendar-link';
import * as certificates from '#contract/certificates';
import { finalizeClinicalNote, printPrescriptions } from '#contract/clinical-notes';
import { beginPasskey } from '#contract/passkeys';
import { deletePatient } from '#contract/patients';
import { createNoteTemplate, createPrescriptionFavourite } from '#contract/presets';
import { putPrintSettings } from '#contract/print-settings';
import { acceptProcessingAgreement, PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings } from '#contract/reminder-settings';
import { sendReminder } from '#contract/reminders';
import { createService } from '#contract/services';
import { uploadSignature } from '#contract/signature';
import { decideTestCheckout } from '#contract/test-checkout';
import { createAbsence, putWorkingHours } from '#contract/working-hours';
import { deliverDue } from '#server/mail/delivery';
import { mailComposers } from '#server/mail-composers';
import { enableSecondFactor } from './authenticator.ts';
import { book, join, offeredHours, openBookingPage } from './bookings.ts';
import { chargeAndRemind } from './charges.ts';
import { payTestDeposit } from './deposit-calls.ts';
import { patientImportOf } from './import-files.ts';
import { invite } from './invitations.ts';
import { subscribedDevice } from './notices.ts';
import { withPasskey } from './passkeys.ts';
import { setPaymentAccount } from './payment-account-calls.ts';
import { codeOn } from './pdf-programs.ts';
import { exerciseRight } from './rights-requests.ts';
import { newService } from './services.ts';
import { openAs, share } from './shares.ts';
import type { Person, TestApp } from './test-app.ts';

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Linked {
  /** The code of a printed document. */
  code: string;
  /** The token of a link of an appointment. */
  linkToken: string;
  /** A link with a document, opened by the patient. */
  shared: { token: string; documentId: string; ticket: string };
}

/** A professional who has used every feature, and so has rows in every tenant table. */
export async function fullAccount(testApp: TestApp): Promise<Person & Linked> {
  const person = await testApp.newProfessional();
  const { send } = person;
  // The mail that confirms the address, whose link stays.
  const mailer = { send: async () => undefined, close: () => undefined };
  await deliverDue({ ...testApp.deps, mailer, composers: mailComposers(testApp.deps) });
  const { body: checkout } = await send(createPreference, { body: { subscriptionType: 'monthly' } });
  const purchase = checkout.preference.initPoint.split('/').at(-1) ?? '';
  await send(decideTestCheckout, { params: { id: purchase }, body: { outcome: 'approved' } });
  await send(uploadSignature, { body: { signature: PICTURE } });
  await send(putPrintSettings, { body: { pageSize: 'half-letter' } });
  await send(acceptProcessingAgreement, { body: { version: PROCESSING_AGREEMENT.version } });

  const { _id: patientId, birthDate } = await person.hasPatient({ phone: '9 1234 5678', email: 'rosa@ejemplo.cl' });
  await send(putReminderSettings, {
    body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true, allowMove: true, place: 'Los Carrera 1' },
  });
  const { body: service } = await send(createService, {
    body: newService({ duration: 30, description: 'Primera vez' }),
  });
  const { body: appointment } = await send(createAppointment, {
    body: { patientId, serviceId: service._id, date: '2030-01-07', time: '09:00', note: 'Trae exámenes' },
  });
  const byWhatsapp = { params: { id: appointment._id }, body: { channel: 'whatsapp' } } as const;
  const { body: reminder } = await send(sendReminder, byWhatsapp);
  const linkToken = /\/cita\/([\w-]{43})/.exec(reminder.text ?? '')?.[1] ?? '';
  await testApp.send(confirmLinkedAppointment, { params: { token: linkToken } });
  const page = await openBookingPage(person);
  const [hour = { date: '', time: '' }] = await offeredHours(testApp, page);
  await book(testApp, page, hour);
  await join(testApp, page, { from: hour.date, to: hour.date });
  await exerciseRight(testApp, { slug: page.slug });
  await chargeAndRemind(person, { patientId, appointmentId: appointment._id });
  await payTestDeposit(testApp, person);
  await send(putWorkingHours, { body: { hours: [{ weekday: 1, from: '09:00', to: '13:00' }], defaultDuration: 60 } });
  await send(createAbsence, { body: { from: '2030-02-01', to: '2030-02-14', reason: 'Vacaciones' } });
  await send(createCalendarLink, { body: { names: true } });
  await invite(person);
  await subscribedDevice(person);
  // A notice that waits for the device.
  await testApp.sql`
    insert into push_deliveries (session_id, owner_id, kind, day, noticed_at, next_attempt_at)
    select p.session_id, s.user_id, 'requested', '2030-01-07', now(), now()
      from push_subscriptions p join sessions s on s.id = p.session_id where s.user_id = ${person.user._id}`;
  await patientImportOf(person);
  await person.hasNote({ patientId });
  await send(addAttachment, { params: { id: patientId }, body: { file: PICTURE } });
  const note = await person.hasNote({ patientId, prescriptions: [{ medicamento: 'Paracetamol' }] });
  await send(finalizeClinicalNote, { params: { id: note._id } });
  const addendum = { params: { id: note._id }, body: { content: 'Exámenes normales' } };
  await send(finalizeAddendum, { params: { id: (await send(createAddendum, addendum)).body._id } });
  await send(createAddendum, addendum);
  const { body: paper } = await send(printPrescriptions, { params: { id: note._id } });
  const { token } = await share(person, patientId, { documents: [{ kind: 'prescriptions', id: note._id }] });
  const shared = { token, ...(await openAs(testApp, token, birthDate)) };

  const template = { name: 'Reposo', content: 'Certifico que {{paciente}}' };
  const { body: kept } = await send(certificates.createCertificateTemplate, { body: template });
  await send(certificates.updateCertificateTemplate, { params: { id: kept._id }, body: { content: 'Certifico' } });
  await inCustody(person, { templateId: kept._id });

  await send(createNoteTemplate, { body: { name: 'Control sano', reason: 'Control de salud' } });
  await send(createPrescriptionFavourite, { body: { medicamento: 'Paracetamol', dosis: '500 mg' } });

  await setPaymentAccount(testApp, person);
  // A reset of long ago: a new one would end the session.
  await testApp.sql`
    insert into password_resets (user_id, id, at, by, is_shown, dismissed_at)
    values (${person.user._id}, ${randomUUID()}, '2026-01-01', 'Administración (admin@ejemplo.cl)', false, '2026-01-02')`;
  await withPasskey(person);
  await person.send(beginPasskey);
  await enableSecondFactor(testApp, person);
  // A login that waits for its code.
  await testApp.send(login, { body: { email: person.user.email, password: 'clave-de-prueba' } });
  return { ...person, code: await codeOn(paper), linkToken, shared };
}

/** Deletes a patient with a finalised certificate. Returns the id of the patient. */
export async function inCustody(
  { hasCertificate, send }: Pick<Person, 'hasCertificate' | 'send'>,
  details: Parameters<Person['hasCertificate']>[0] = {},
): Promise<string> {
  const { _id: id, patientId } = await hasCertificate(details);
  await send(certificates.finalizeCertificate, { params: { id } });
  await send(deletePatient, { params: { id: patientId } });
  return patientId;
}
