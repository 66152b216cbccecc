import * as reminders from '#contract/charge-reminders';
import * as summaries from '#contract/charge-summaries';
import * as api from '#contract/charges';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { getChargeDiagnosis, putChargeDiagnosis } from './charge-diagnosis.service.ts';
import { listCharges } from './charge-list.service.ts';
import { addChargePayment, type ReceiptVoiding, voidChargePayment } from './charge-payments.service.ts';
import { sendChargeReminder } from './charge-reminders.service.ts';
import { getChargeSettings, putChargeSettings } from './charge-settings.service.ts';
import { exportCharges, listAppointmentCharges, listChargedMonths } from './charge-summaries.service.ts';
import { createCharge, getCharge, putInvoiceNumber, updateCharge, voidCharge } from './charges.service.ts';
import { listPendingCharges, sumPendingCharges } from './pending-charges.service.ts';

export function chargesRoutes(bind: Bind<Owner>, deps: Deps & ReceiptVoiding): void {
  bind(api.createCharge, ({ owner, body }) => createCharge(deps, owner, body));
  bind(summaries.listCharges, ({ owner, query }) => listCharges(deps, owner, query));
  bind(summaries.listPendingCharges, ({ owner, query }) => listPendingCharges(deps, owner, query));
  bind(summaries.sumPendingCharges, ({ owner }) => sumPendingCharges(deps, owner));
  bind(summaries.listChargedMonths, ({ owner, query }) => listChargedMonths(deps, owner, query.until));
  bind(summaries.listAppointmentCharges, ({ owner, query }) => listAppointmentCharges(deps, owner, query));
  bind(summaries.exportCharges, ({ owner, query }) => exportCharges(deps, owner, query.month));
  bind(api.getCharge, ({ owner, params }) => getCharge(deps, owner, params.id));
  bind(api.updateCharge, ({ owner, params, body }) => updateCharge(deps, owner, params.id, body));
  bind(api.voidCharge, ({ owner, params, body }) => voidCharge(deps, owner, params.id, body.reason));
  bind(api.addChargePayment, ({ owner, params, body }) => addChargePayment(deps, owner, params.id, body));
  bind(api.voidChargePayment, ({ owner, params, body }) => voidChargePayment(deps, owner, params, body.reason));
  bind(api.putInvoiceNumber, ({ owner, params, body }) => putInvoiceNumber(deps, owner, params.id, body.invoiceNumber));
  bind(api.getChargeDiagnosis, ({ owner, params }) => getChargeDiagnosis(deps, owner, params.id));
  bind(api.putChargeDiagnosis, ({ owner, params, body }) => putChargeDiagnosis(deps, owner, params.id, body));
  bind(reminders.sendChargeReminder, ({ owner, params, body }) =>
    sendChargeReminder(deps, owner, params.id, body.channel),
  );
  bind(reminders.getChargeSettings, ({ owner }) => getChargeSettings(deps, owner));
  bind(reminders.putChargeSettings, ({ owner, body }) => putChargeSettings(deps, owner, body));
}
