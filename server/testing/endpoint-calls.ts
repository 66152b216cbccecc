import { createCertificateTemplate, finalizeCertificate, printCertificate } from '#contract/certificates';
import { createAbsence } from '#contract/working-hours';
import { appointmentLinkCalls } from './appointment-link-calls.ts';
import { assistantCalls } from './assistant-calls.ts';
import { challengeWithCode, firstCode, withoutSecondFactor } from './authenticator.ts';
import { bookingCalls } from './booking-calls.ts';
import { chargeCalls } from './charge-calls.ts';
import { depositCalls } from './deposit-calls.ts';
import type { EndpointCall } from './endpoint-call.ts';
import {
  ADDENDUM,
  appointmentOf,
  calendarTokenOf,
  closedAccount,
  FAVOURITE,
  favouriteOf,
  newAppointment,
  newLink,
  newSession,
  newWebhook,
  noteTemplate,
  noteTemplateOf,
  ofAddendum,
  ofAttachment,
  ofCertificate,
  ofFinalizedNote,
  ofOwner,
  ofPatient,
  type Person,
  paymentOf,
  purchaseOf,
  withSignature,
} from './endpoint-resources.ts';
import { inCustody, PICTURE } from './full-account.ts';
import { appointmentImportOf, calendarOf, patientImportOf, patientsCsv } from './import-files.ts';
import { patientInput, registration } from './inputs.ts';
import { subscribedDevice } from './notices.ts';
import { operatorCalls } from './operator-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { paymentAccountCalls, SIGNED_DEPOSIT } from './payment-account-calls.ts';
import { codeOn } from './pdf-programs.ts';
import { createTestDevice } from './push-service.ts';
import { receiptCalls } from './receipt-calls.ts';
import { reminderCalls } from './reminder-calls.ts';
import { rightsCalls } from './rights-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { shareCalls } from './share-calls.ts';
import type { TestApp } from './test-app.ts';

const NOTIFICATION = 'POST /api/payments/webhook';
/** The payment provider signs these requests. An unsigned request is refused. */
export const SIGNED: readonly string[] = [NOTIFICATION, SIGNED_DEPOSIT];

const ABSENCE = { from: '2030-02-01', to: '2030-02-14', reason: 'Vacaciones' };

/** The calls, by the method and path of their endpoint. */
export const endpointCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/health': () => ({}),
  'GET /api/metrics': () => ({}),
  'POST /api/auth/login': (owner) => ({ body: { email: owner.user.email, password: 'clave-de-prueba' } }),
  'POST /api/auth/register': () => ({ body: registration() }),
  'GET /api/auth/me': () => ({}),
  'POST /api/auth/refresh': (owner) => ({ body: { refreshToken: owner.refreshToken } }),
  'POST /api/auth/logout': () => ({ body: { refreshToken: 'de nadie' } }),
  'POST /api/auth/recovery': (owner) => ({ body: { email: owner.user.email } }),
  'POST /api/auth/recovery/confirm': async () => ({
    body: { token: await newLink(testApp, 'recovery'), password: 'otra-clave' },
  }),
  'POST /api/auth/confirm-email': async () => ({ body: { token: await newLink(testApp, 'email-confirmation') } }),
  'POST /api/account/confirmation-mail': () => ({}),
  'POST /api/auth/second-factor': async () => ({ body: await challengeWithCode(testApp) }),
  'GET /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/{id}': async (owner) => ({ params: { id: await newSession(testApp, owner) } }),
  'DELETE /api/auth/sessions': () => ({}),
  'POST /api/auth/reauthenticate': () => ({ body: { password: 'clave-de-prueba' } }),
  'POST /api/account/totp': async (owner) => {
    await withoutSecondFactor(testApp, owner);
    return {};
  },
  'POST /api/account/totp/confirm': async (owner) => ({ body: { code: await firstCode(testApp, owner) } }),
  'DELETE /api/account/totp': () => ({ body: { password: 'clave-de-prueba' } }),
  ...passkeyCalls(testApp),
  'GET /api/account/settings': () => ({}),
  'PUT /api/account/personal-info': () => ({
    body: { name: 'Ana', profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' },
  }),
  'PUT /api/account/password': () => ({ body: { currentPassword: 'clave-de-prueba', newPassword: 'otra-clave' } }),
  'DELETE /api/account/password-reset-notice': () => ({}),
  'GET /api/patients': () => ({}),
  'GET /api/patients/can-create': () => ({}),
  'GET /api/patients/{id}': ofPatient,
  'POST /api/patients': () => ({ body: patientInput() }),
  'PUT /api/patients/{id}': async (owner) => ({ ...(await ofPatient(owner)), body: patientInput() }),
  'DELETE /api/patients/{id}': ofPatient,
  'POST /api/patients/import': () => ({ body: { file: patientsCsv() } }),
  'GET /api/patients/imports': () => ({}),
  'DELETE /api/patients/imports/{id}': async (owner) => ({ params: { id: await patientImportOf(owner) } }),
  'GET /api/patients/{id}/search': async (owner) => ({ ...(await ofPatient(owner)), query: { query: 'control' } }),
  'GET /api/patients/{id}/access-log': ofPatient,
  'GET /api/patients/{id}/access-log/csv': ofPatient,
  'GET /api/account/access-log': () => ({}),
  'GET /api/account/access-log/csv': () => ({}),
  'GET /api/account/access-log/seal': () => ({}),
  'GET /api/patients/{id}/export': ofPatient,
  'GET /api/account/export': () => ({}),
  'GET /api/account/first-steps': () => ({}),
  'GET /api/account/custody': () => ({}),
  'GET /api/account/custody/{patientId}/export': async (owner) => ({ params: { patientId: await inCustody(owner) } }),
  'GET /api/account/working-hours': () => ({}),
  'PUT /api/account/working-hours': () => ({ body: { hours: [{ weekday: 1, from: '09:00', to: '13:00' }] } }),
  'GET /api/account/print-settings': () => ({}),
  'PUT /api/account/print-settings': () => ({ body: { pageSize: 'a4' } }),
  'GET /api/account/absences': () => ({}),
  'POST /api/account/absences': () => ({ body: ABSENCE }),
  'DELETE /api/account/absences/{id}': async (owner) => ({
    params: { id: (await owner.send(createAbsence, { body: ABSENCE })).body._id },
  }),
  'GET /api/account/calendar-link': () => ({}),
  'POST /api/account/calendar-link': () => ({ body: { names: false } }),
  'DELETE /api/account/calendar-link': () => ({}),
  'GET /api/account/notices': () => ({}),
  'POST /api/account/notices': () => ({ body: createTestDevice().subscription }),
  'DELETE /api/account/notices': () => ({}),
  'POST /api/account/notices/test': async (owner) => {
    await subscribedDevice(owner);
    return {};
  },
  'GET /calendario/{token}.ics': async (owner) => ({ params: { token: await calendarTokenOf(owner) } }),
  'GET /api/drafts': () => ({}),
  'GET /api/clinical-notes/can-create': () => ({}),
  'GET /api/patients/{id}/notes': ofPatient,
  'GET /api/patients/{id}/measurements': ofPatient,
  'POST /api/patients/{id}/allergy-warnings': async (owner) => ({
    ...(await ofPatient(owner)),
    body: { prescriptions: [{ medicamento: 'Amoxicilina 500 mg' }] },
  }),
  'GET /api/clinical-notes/{id}': async (owner) => ({ params: { id: (await owner.hasNote())._id } }),
  'POST /api/clinical-notes': async (owner) => ({
    body: { patientId: (await owner.hasPatient())._id },
    bodyIsOwned: true,
  }),
  'PUT /api/clinical-notes/{id}': async (owner) => ({
    params: { id: (await owner.hasNote())._id },
    body: { reason: 'Otro' },
  }),
  'POST /api/clinical-notes/{id}/finalize': async (owner) => ({ params: { id: (await owner.hasNote())._id } }),
  'POST /api/clinical-notes/{id}/addenda': async (owner) => ({ ...(await ofFinalizedNote(owner)), body: ADDENDUM }),
  'PUT /api/addenda/{id}': async (owner) => ({ ...(await ofAddendum(owner)), body: ADDENDUM }),
  'POST /api/addenda/{id}/finalize': ofAddendum,
  'DELETE /api/addenda/{id}': ofAddendum,
  'GET /api/certificates/patient/{id}': ofPatient,
  'GET /api/certificates/{id}': ofCertificate,
  'POST /api/certificates': async (owner) => ({
    body: { patientId: (await owner.hasPatient())._id, title: 'Reposo', content: 'Dos días' },
    bodyIsOwned: true,
  }),
  'PUT /api/certificates/{id}': async (owner) => ({
    params: { id: (await owner.hasCertificate())._id },
    body: { title: 'Reposo', content: 'Tres días' },
  }),
  'POST /api/certificates/{id}/finalize': ofCertificate,
  'DELETE /api/certificates/{id}': ofCertificate,
  'GET /api/clinical-notes/{id}/pdf': ofFinalizedNote,
  'GET /api/clinical-notes/{id}/pdf/plans': ofFinalizedNote,
  'GET /api/clinical-notes/{id}/pdf/prescriptions': ofFinalizedNote,
  'GET /api/certificates/{id}/pdf': async (owner) => {
    const { _id: id } = await owner.hasCertificate();
    await owner.send(finalizeCertificate, { params: { id } });
    return { params: { id } };
  },
  'POST /api/signatures/upload': () => ({ body: { signature: PICTURE } }),
  'DELETE /api/signatures': withSignature,
  'GET /api/signatures/info': () => ({}),
  'GET /api/signatures/image': withSignature,
  'PUT /api/signatures/toggle': async (owner) => ({ ...(await withSignature(owner)), body: { useSignature: true } }),
  'GET /api/verify/{code}': async (owner) => {
    const { _id: id } = await owner.hasCertificate();
    await owner.send(finalizeCertificate, { params: { id } });
    const { body } = await owner.send(printCertificate, { params: { id } });
    return { params: { code: await codeOn(body) } };
  },
  'GET /api/subscriptions/info': () => ({}),
  'GET /api/account/storage': () => ({}),
  'GET /api/payments/history': () => ({}),
  'POST /api/payments/create-preference': () => ({ body: { subscriptionType: 'monthly' } }),
  'POST /api/payments/check': () => ({}),
  ...paymentAccountCalls(testApp),
  [NOTIFICATION]: () => ({ body: { type: 'payment', data: { id: '1' } } }),
  'GET /api/test-checkout/{id}': async (owner) => ({ params: { id: await purchaseOf(owner) } }),
  'POST /api/test-checkout/{id}': async (owner) => ({
    params: { id: await purchaseOf(owner) },
    body: { outcome: 'rejected' },
  }),
  'GET /api/patients/{id}/attachments': ofPatient,
  'POST /api/patients/{id}/attachments': async (owner) => ({ ...(await ofPatient(owner)), body: { file: PICTURE } }),
  'GET /api/attachments/{id}': ofAttachment,
  'DELETE /api/attachments/{id}': ofAttachment,
  'GET /api/certificate-templates': () => ({}),
  'POST /api/certificate-templates': () => ({ body: { name: 'Reposo', content: 'Certifico que {{paciente}}' } }),
  'PUT /api/certificate-templates/{id}': async (owner) => {
    const body = { name: 'Reposo', content: 'Certifico' };
    return {
      params: { id: (await owner.send(createCertificateTemplate, { body })).body._id },
      body: { content: 'Certifico que' },
    };
  },
  'GET /api/note-templates': () => ({}),
  'POST /api/note-templates': () => ({ body: noteTemplate() }),
  'PUT /api/note-templates/{id}': async (owner) => ({ params: await noteTemplateOf(owner), body: noteTemplate() }),
  'DELETE /api/note-templates/{id}': async (owner) => ({ params: await noteTemplateOf(owner) }),
  'GET /api/prescription-favourites': () => ({}),
  'POST /api/prescription-favourites': () => ({ body: FAVOURITE }),
  'PUT /api/prescription-favourites/{id}': async (owner) => ({ params: await favouriteOf(owner), body: FAVOURITE }),
  'DELETE /api/prescription-favourites/{id}': async (owner) => ({ params: await favouriteOf(owner) }),
  'GET /api/cie10/search': () => ({ query: { query: 'diabetes' } }),
  'GET /api/cie10/stats': () => ({}),
  'GET /api/medications': () => ({ query: { query: 'losartan' } }),
  'GET /api/admin/statistics': () => ({}),
  'GET /api/admin/system': () => ({}),
  'GET /api/admin/users': () => ({}),
  'GET /api/admin/users/count': () => ({}),
  'GET /api/admin/users/{id}': ofOwner,
  'GET /api/subscriptions/admin/user/{id}': ofOwner,
  'GET /api/admin/users/{id}/payments': ofOwner,
  'GET /api/admin/users/{id}/webhooks': ofOwner,
  'PUT /api/admin/users/{id}/subscription': async () => ({
    params: { id: (await testApp.newProfessional()).user._id },
    body: { status: 'paid' },
  }),
  'PUT /api/admin/users/{id}/identity': async () => ({
    params: { id: (await testApp.newProfessional()).user._id },
    body: { verified: false },
  }),
  'PUT /api/admin/users/{id}/reset-password': async () => ({
    params: { id: (await testApp.newProfessional()).user._id },
  }),
  'DELETE /api/admin/users/{id}': async () => ({ params: { id: (await testApp.newProfessional()).user._id } }),
  'GET /api/admin/closed-accounts': () => ({}),
  'POST /api/admin/closed-accounts/{id}/restore': async () => ({ params: { id: await closedAccount(testApp) } }),
  'DELETE /api/admin/payments/{id}': async () => ({ params: { id: await paymentOf(await testApp.newProfessional()) } }),
  'GET /api/admin/webhooks': () => ({}),
  'GET /api/admin/webhooks/count': () => ({}),
  'DELETE /api/admin/webhooks/{id}': async () => ({ params: { id: await newWebhook(testApp) } }),
  'GET /api/admin/mails': () => ({}),
  'GET /api/admin/mails/count': () => ({}),
  ...operatorCalls(testApp),
  'GET /api/admin/cie10/stats': () => ({}),
  'POST /api/admin/cie10/initialize': () => ({}),
  'POST /api/admin/expand-cie10': () => ({}),
  'GET /api/appointments': () => ({ query: { date: '2030-01-07' } }),
  'GET /api/appointments/next-free': () => ({ query: { duration: '30' } }),
  'POST /api/appointments': async (owner) => ({ body: await appointmentOf(owner), bodyIsOwned: true }),
  'POST /api/appointments/import': async (owner) => ({ body: { file: await calendarOf(owner) } }),
  'GET /api/appointments/imports': () => ({}),
  'DELETE /api/appointments/imports/{id}': async (owner) => ({ params: { id: await appointmentImportOf(owner) } }),
  'PATCH /api/appointments/{id}': async (owner) => ({
    params: { id: await newAppointment(owner) },
    body: { status: 'confirmed' },
  }),
  'DELETE /api/appointments/{id}': async (owner) => ({ params: { id: await newAppointment(owner) } }),
  ...appointmentLinkCalls(testApp),
  ...reminderCalls,
  ...serviceCalls,
  ...chargeCalls,
  ...depositCalls(testApp),
  ...receiptCalls,
  ...bookingCalls(testApp),
  ...shareCalls(testApp),
  ...rightsCalls(testApp),
  ...assistantCalls(testApp),
});
