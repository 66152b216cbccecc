import * as account from './account.ts';
import * as admin from './admin.ts';
import * as agenda from './agenda.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as certificates from './certificates.ts';
import * as cie10 from './cie10.ts';
import * as clinicalNotes from './clinical-notes.ts';
import { verifyDocument } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { health } from './health.ts';
import * as patients from './patients.ts';
import * as signature from './signature.ts';
import { decideTestCheckout, getTestCheckout } from './test-checkout.ts';

/** Every call the API answers. What is not listed here is neither served, documented nor tested. */
export const ENDPOINTS: readonly Endpoint[] = [
  health,
  ...[auth.login, auth.register, auth.me, auth.refresh, auth.logout],
  ...[account.getAccount, account.updatePersonalInfo, account.changePassword],
  ...[patients.listPatients, patients.canCreatePatient, patients.getPatient],
  ...[patients.createPatient, patients.updatePatient, patients.deletePatient],
  ...[agenda.listAppointments, agenda.createAppointment, agenda.deleteAppointment],
  ...[clinicalNotes.canWriteClinically, clinicalNotes.listClinicalNotes, clinicalNotes.getClinicalNote],
  ...[clinicalNotes.createClinicalNote, clinicalNotes.updateClinicalNote, clinicalNotes.finalizeClinicalNote],
  ...[clinicalNotes.printClinicalNote, clinicalNotes.printPlans, clinicalNotes.printPrescriptions],
  ...[certificates.listCertificates, certificates.getCertificate, certificates.createCertificate],
  ...[certificates.updateCertificate, certificates.finalizeCertificate, certificates.cancelCertificate],
  ...[certificates.listCertificateTemplates, certificates.createCertificateTemplate],
  ...[certificates.updateCertificateTemplate, certificates.printCertificate],
  ...[signature.uploadSignature, signature.deleteSignature, signature.toggleSignature],
  ...[signature.getSignatureInfo, signature.getSignatureImage],
  ...[billing.getSubscriptionInfo, billing.listPayments, billing.createPreference],
  ...[billing.checkPayments, billing.receiveNotification, getTestCheckout, decideTestCheckout],
  verifyDocument,
  ...[admin.getStatistics, admin.listUsers, admin.countUsers, admin.getUser, admin.getSubscriptionOfUser],
  ...[admin.setSubscription, admin.resetPassword, admin.deleteUser, admin.listPaymentsOfUser],
  ...[admin.listWebhooksOfUser, admin.deletePayment, admin.listWebhooks, admin.countWebhooks, admin.deleteWebhook],
  ...[cie10.searchCie10, cie10.cie10Stats, cie10.adminCie10Stats, cie10.initializeCie10, cie10.expandCie10],
];
