import * as reminders from './charge-reminders.ts';
import * as summaries from './charge-summaries.ts';
import * as charges from './charges.ts';
import * as deposits from './deposits.ts';
import type { Endpoint } from './endpoint.ts';
import { printReceipt } from './receipts.ts';

/** The endpoints of charges, by operation id. */
export const CHARGE_OPERATIONS = {
  createCharge: charges.createCharge,
  listCharges: summaries.listCharges,
  listPendingCharges: summaries.listPendingCharges,
  sumPendingCharges: summaries.sumPendingCharges,
  listChargedMonths: summaries.listChargedMonths,
  listAppointmentCharges: summaries.listAppointmentCharges,
  exportCharges: summaries.exportCharges,
  getCharge: charges.getCharge,
  updateCharge: charges.updateCharge,
  voidCharge: charges.voidCharge,
  addChargePayment: charges.addChargePayment,
  voidChargePayment: charges.voidChargePayment,
  putInvoiceNumber: charges.putInvoiceNumber,
  getChargeDiagnosis: charges.getChargeDiagnosis,
  putChargeDiagnosis: charges.putChargeDiagnosis,
  sendChargeReminder: reminders.sendChargeReminder,
  getChargeSettings: reminders.getChargeSettings,
  putChargeSettings: reminders.putChargeSettings,
} satisfies Record<string, Endpoint>;

export const RECEIPT_OPERATIONS = { printReceipt } satisfies Record<string, Endpoint>;

/** The endpoints of the deposits that patients pay when they book. */
export const DEPOSIT_OPERATIONS = {
  refundLinkedDeposit: deposits.refundLinkedDeposit,
  refundChargePayment: charges.refundChargePayment,
} satisfies Record<string, Endpoint>;
