import { momentIn } from '#contract/access-log';
import { CHARGE_STATUSES, PAYMENT_METHODS } from '#contract/charge-amounts';
import type { Charge, ChargePayment } from '#contract/charges';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import { timeZoneOf } from '#contract/regions';
import { REMINDER_CHANNEL_TEXTS, REMINDER_STATUS_TEXTS } from '#contract/reminder-states';
import type { Owner } from '#server/auth/owner';
import {
  type ChargeExportDeps,
  type ExportedCharge,
  pagesOfChargeReminders,
  pagesOfCharges,
} from '#server/charges/charge-export.service';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import { depositsCsv } from './deposit-files.ts';
import type { ZipFile } from './zip.ts';

type Moment = (at: string) => string;

const ACT_HEADINGS = ['Registrado', 'Por', 'Anulado', 'Anulado por', 'Motivo'];
const CHARGE_HEADINGS = [
  'Cobro',
  'Fecha',
  'Paciente',
  'RUT',
  'Tipo de documento',
  'Concepto',
  'Monto',
  'Pagado',
  'Pendiente',
  'Estado',
  'Boleta N°',
  'Diagnóstico del comprobante',
  ...ACT_HEADINGS,
];
const PAYMENT_HEADINGS = ['Cobro', 'Fecha', 'Medio', 'Referencia', 'Monto', ...ACT_HEADINGS];
const REMINDER_HEADINGS = ['Paciente', 'Fecha y hora', 'Por', 'Estado', 'Pendiente entonces'];

/** The files as the index of an export lists them. */
export const CHARGE_FILES = [
  { name: 'cobros.csv', what: 'Los cobros, también los anulados' },
  { name: 'pagos-de-cobros.csv', what: 'Los pagos de esos cobros, también los anulados' },
  { name: 'abonos.csv', what: 'Los abonos que se pidieron al reservar en línea, con sus pagos en Mercado Pago' },
  { name: 'recordatorios-de-pagos.csv', what: 'Los mensajes sobre pagos pendientes' },
] as const;

/** The files about the money of a patient, or of all patients. */
export function* chargeFiles(
  deps: ChargeExportDeps,
  owner: Owner,
  patientId?: string,
  folder = '',
): Generator<ZipFile> {
  yield { name: `${folder}cobros.csv`, input: chargesCsv(deps, owner, patientId) };
  yield { name: `${folder}pagos-de-cobros.csv`, input: chargePaymentsCsv(deps, owner, patientId) };
  yield { name: `${folder}abonos.csv`, input: depositsCsv(deps, owner, patientId) };
  yield { name: `${folder}recordatorios-de-pagos.csv`, input: chargeRemindersCsv(deps, owner, patientId) };
}

const actCells = (act: Charge | ChargePayment, moment: Moment): string[] => [
  moment(act.createdAt),
  act.createdBy ?? 'Mercado Pago',
  act.voidedAt ? moment(act.voidedAt) : '',
  act.voidedAt ? (act.voidedBy ?? 'Mercado Pago') : '',
  act.voidReason ?? '',
];

/** The charges of a patient, or of the account, void ones included. */
async function* chargesCsv(deps: ChargeExportDeps, owner: Owner, patientId?: string): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(CHARGE_HEADINGS)}`;
  for await (const page of pagesOfCharges(deps, owner, patientId)) {
    yield page.map((exported) => csvLine(chargeCells(exported, moment))).join('');
  }
}

const chargeCells = ({ charge, patient, diagnosis }: ExportedCharge, moment: Moment): string[] => [
  charge._id,
  charge.date,
  patient.name,
  patient.rut,
  DOCUMENT_TYPES[patient.documentType],
  charge.concept,
  String(charge.amount),
  String(charge.paid),
  String(charge.pending),
  CHARGE_STATUSES[charge.status],
  charge.invoiceNumber ?? '',
  diagnosis,
  ...actCells(charge, moment),
];

/** The payments of the same charges, void ones included. */
async function* chargePaymentsCsv(deps: ChargeExportDeps, owner: Owner, patientId?: string): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(PAYMENT_HEADINGS)}`;
  for await (const page of pagesOfCharges(deps, owner, patientId)) {
    const lines = page.flatMap(({ charge }) =>
      charge.payments.map((payment) => csvLine(paymentCells(charge._id, payment, moment))),
    );
    yield lines.join('');
  }
}

const paymentCells = (chargeId: string, payment: ChargePayment, moment: Moment): string[] => [
  chargeId,
  payment.date,
  PAYMENT_METHODS[payment.method],
  payment.reference ?? '',
  String(payment.amount),
  ...actCells(payment, moment),
];

/** What patients were told about what is pending. */
async function* chargeRemindersCsv(deps: ChargeExportDeps, owner: Owner, patientId?: string): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(REMINDER_HEADINGS)}`;
  for await (const page of pagesOfChargeReminders(deps, owner, patientId)) {
    const lines = page.map(({ patientName, at, channel, status, amount }) =>
      csvLine([
        patientName,
        moment(at.toISOString()),
        REMINDER_CHANNEL_TEXTS[channel],
        REMINDER_STATUS_TEXTS[status],
        String(amount),
      ]),
    );
    yield lines.join('');
  }
}
