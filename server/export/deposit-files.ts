import { momentIn } from '#contract/access-log';
import { timeZoneOf } from '#contract/regions';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { Owner } from '#server/auth/owner';
import { type DepositRecord, pagesOfDeposits } from '#server/deposits/deposit-records.service';
import type { Deps } from '#server/deps';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';

const HEADINGS = [
  'Abono',
  'Pedido',
  'Servicio',
  'Precio',
  'Monto',
  'Estado',
  'Pago en Mercado Pago',
  'Fecha del pago',
  'Estado del pago',
  'Pagado',
  'Devuelto',
  'Cobro',
];

const STATUS_TEXTS: Record<DepositRecord['status'], string> = {
  open: 'Por pagar',
  paid: 'Pagado',
  unplaced: 'Pagado, sin hora',
  refunding: 'Por devolver',
  refunded: 'Devuelto',
  ended: 'Sin efecto',
};

const PAYMENT_STATUS_TEXTS: Record<NonNullable<DepositRecord['payment']>['status'], string> = {
  approved: 'Aprobado',
  pending: 'Pendiente',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  refunded: 'Devuelto',
};

/** The deposits of a patient, or of the account: a row for each payment of the provider, and for each unpaid deposit. */
export async function* depositsCsv(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}`;
  for await (const page of pagesOfDeposits(deps, owner, patientId)) {
    yield page.map((record) => csvLine(cellsOf(record, moment))).join('');
  }
}

function cellsOf(record: DepositRecord, moment: (at: string) => string): string[] {
  const { id, createdAt, concept, price, amount, status, payment, chargeId } = record;
  return [
    id,
    moment(createdAt.toISOString()),
    concept ?? UNDECRYPTABLE_TEXT,
    String(price),
    String(amount),
    STATUS_TEXTS[status],
    payment?.id ?? '',
    payment ? moment(payment.at.toISOString()) : '',
    payment ? PAYMENT_STATUS_TEXTS[payment.status] : '',
    payment ? String(payment.amount) : '',
    payment ? String(payment.refunded) : '',
    chargeId ?? '',
  ];
}
