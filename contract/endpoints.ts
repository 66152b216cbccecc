import {
  exportAccountAccessLog,
  exportPatientAccessLog,
  getAccountAccessLog,
  getPatientAccessLog,
} from './access-log.ts';
import { getAccessLogSeal } from './access-log-seal.ts';
import { changePassword, dismissPasswordReset, getAccount, updatePersonalInfo } from './account.ts';
import { createAddendum, deleteAddendum, finalizeAddendum, updateAddendum } from './addenda.ts';
import {
  countUsers,
  countWebhooks,
  deletePayment,
  deleteUser,
  deleteWebhook,
  getStatistics,
  getSubscriptionOfUser,
  getUser,
  listPaymentsOfUser,
  listUsers,
  listWebhooks,
  listWebhooksOfUser,
  resetPassword,
  setSubscription,
} from './admin.ts';
import { changeAppointment, createAppointment, deleteAppointment, listAppointments } from './agenda.ts';
import { reviewPrescriptions } from './allergy-warnings.ts';
import { ASSISTANT_OPERATIONS } from './assistants.ts';
import { addAttachment, deleteAttachment, getAttachment, listAttachments } from './attachments.ts';
import { answerChallenge, login, logout, me, refresh, register } from './auth.ts';
import {
  checkPayments,
  createPreference,
  getStorageUse,
  getSubscriptionInfo,
  listPayments,
  receiveNotification,
} from './billing.ts';
import { BOOKING_OPERATIONS } from './booking-endpoints.ts';
import { calendarFeed, createCalendarLink, deleteCalendarLink, getCalendarLink } from './calendar-link.ts';
import {
  cancelCertificate,
  createCertificate,
  createCertificateTemplate,
  finalizeCertificate,
  getCertificate,
  listCertificates,
  listCertificateTemplates,
  printCertificate,
  updateCertificate,
  updateCertificateTemplate,
} from './certificates.ts';
import { CHARGE_OPERATIONS, DEPOSIT_OPERATIONS, RECEIPT_OPERATIONS } from './charge-endpoints.ts';
import { adminCie10Stats, cie10Stats, expandCie10, initializeCie10, searchCie10 } from './cie10.ts';
import {
  canWriteClinically,
  createClinicalNote,
  finalizeClinicalNote,
  getClinicalNote,
  listClinicalNotes,
  listMeasurements,
  printClinicalNote,
  printPlans,
  printPrescriptions,
  updateClinicalNote,
} from './clinical-notes.ts';
import { listCustody } from './custody.ts';
import { PAYMENT_ACCOUNT_OPERATIONS } from './deposits.ts';
import { verifyDocument } from './documents.ts';
import { listDrafts } from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import { exportAccount, exportCustody, exportPatient } from './export.ts';
import { getFirstSteps } from './first-steps.ts';
import { health } from './health.ts';
import { importAppointments, listAppointmentImports, undoAppointmentImport } from './imports/appointment-import.ts';
import { importPatients, listPatientImports, undoPatientImport } from './imports/patient-import.ts';
import { searchMedications } from './medications.ts';
import { nextFreeSlot } from './next-free.ts';
import { NOTICE_OPERATIONS } from './notices.ts';
import { OPERATOR_OPERATIONS } from './operator-endpoints.ts';
import { PASSKEY_OPERATIONS } from './passkeys.ts';
import { canCreatePatient, createPatient, deletePatient, getPatient, listPatients, updatePatient } from './patients.ts';
import * as presets from './presets.ts';
import { getPrintSettings, putPrintSettings } from './print-settings.ts';
import { setIdentity } from './professional-identity.ts';
import { searchRecord } from './record-search.ts';
import { confirmEmail, confirmRecovery, requestConfirmationMail, requestRecovery } from './recovery.ts';
import { REMINDER_OPERATIONS } from './reminder-endpoints.ts';
import { RIGHTS_OPERATIONS } from './rights-requests.ts';
import { SECOND_FACTOR_OPERATIONS } from './second-factor.ts';
import { SERVICE_OPERATIONS } from './services.ts';
import { endOtherSessions, endSession, listSessions, reauthenticate } from './sessions.ts';
import { SHARE_OPERATIONS } from './shares.ts';
import { deleteSignature, getSignatureImage, getSignatureInfo, toggleSignature, uploadSignature } from './signature.ts';
import { getMetrics, getSystem } from './system.ts';
import { decideTestCheckout, getTestCheckout } from './test-checkout.ts';
import { createAbsence, deleteAbsence, getWorkingHours, listAbsences, putWorkingHours } from './working-hours.ts';

/** All endpoints by operation id. An endpoint that is not listed is neither served nor documented. */
export const OPERATIONS = {
  health,
  getMetrics,
  login,
  register,
  me,
  refresh,
  logout,
  requestRecovery,
  confirmRecovery,
  confirmEmail,
  requestConfirmationMail,
  answerChallenge,
  listSessions,
  endSession,
  endOtherSessions,
  reauthenticate,
  ...SECOND_FACTOR_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  getAccount,
  updatePersonalInfo,
  changePassword,
  dismissPasswordReset,
  getFirstSteps,
  listPatients,
  canCreatePatient,
  getPatient,
  createPatient,
  updatePatient,
  deletePatient,
  ...RIGHTS_OPERATIONS,
  importPatients,
  listPatientImports,
  undoPatientImport,
  getPatientAccessLog,
  exportPatientAccessLog,
  getAccountAccessLog,
  exportAccountAccessLog,
  getAccessLogSeal,
  exportPatient,
  exportAccount,
  listCustody,
  exportCustody,
  listAppointments,
  createAppointment,
  changeAppointment,
  deleteAppointment,
  ...REMINDER_OPERATIONS,
  ...BOOKING_OPERATIONS,
  ...ASSISTANT_OPERATIONS,
  ...NOTICE_OPERATIONS,
  importAppointments,
  listAppointmentImports,
  undoAppointmentImport,
  nextFreeSlot,
  getWorkingHours,
  putWorkingHours,
  getPrintSettings,
  putPrintSettings,
  listAbsences,
  createAbsence,
  deleteAbsence,
  ...SERVICE_OPERATIONS,
  ...CHARGE_OPERATIONS,
  ...PAYMENT_ACCOUNT_OPERATIONS,
  ...DEPOSIT_OPERATIONS,
  getCalendarLink,
  createCalendarLink,
  deleteCalendarLink,
  calendarFeed,
  listDrafts,
  canWriteClinically,
  listClinicalNotes,
  listMeasurements,
  getClinicalNote,
  createClinicalNote,
  updateClinicalNote,
  finalizeClinicalNote,
  printClinicalNote,
  printPlans,
  printPrescriptions,
  reviewPrescriptions,
  createAddendum,
  updateAddendum,
  finalizeAddendum,
  deleteAddendum,
  listCertificates,
  getCertificate,
  createCertificate,
  updateCertificate,
  finalizeCertificate,
  cancelCertificate,
  listCertificateTemplates,
  createCertificateTemplate,
  updateCertificateTemplate,
  listNoteTemplates: presets.listNoteTemplates,
  createNoteTemplate: presets.createNoteTemplate,
  updateNoteTemplate: presets.updateNoteTemplate,
  deleteNoteTemplate: presets.deleteNoteTemplate,
  listPrescriptionFavourites: presets.listPrescriptionFavourites,
  createPrescriptionFavourite: presets.createPrescriptionFavourite,
  updatePrescriptionFavourite: presets.updatePrescriptionFavourite,
  deletePrescriptionFavourite: presets.deletePrescriptionFavourite,
  printCertificate,
  searchRecord,
  listAttachments,
  addAttachment,
  getAttachment,
  deleteAttachment,
  ...SHARE_OPERATIONS,
  ...RECEIPT_OPERATIONS,
  uploadSignature,
  deleteSignature,
  toggleSignature,
  getSignatureInfo,
  getSignatureImage,
  getStorageUse,
  getSubscriptionInfo,
  listPayments,
  createPreference,
  checkPayments,
  receiveNotification,
  getTestCheckout,
  decideTestCheckout,
  verifyDocument,
  getStatistics,
  getSystem,
  listUsers,
  countUsers,
  getUser,
  getSubscriptionOfUser,
  setSubscription,
  resetPassword,
  setIdentity,
  deleteUser,
  ...OPERATOR_OPERATIONS,
  listPaymentsOfUser,
  listWebhooksOfUser,
  deletePayment,
  listWebhooks,
  countWebhooks,
  deleteWebhook,
  searchCie10,
  cie10Stats,
  searchMedications,
  adminCie10Stats,
  initializeCie10,
  expandCie10,
} satisfies Record<string, Endpoint>;

export const ENDPOINTS: readonly Endpoint[] = Object.values(OPERATIONS);
