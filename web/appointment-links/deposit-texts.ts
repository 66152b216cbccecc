import type { LinkedAppointment } from '#contract/appointment-links';
import { formatMoney } from '#contract/plans';
import { deadlineText } from '#web/patient-pages/hour-texts.ts';

type Deposit = NonNullable<LinkedAppointment['deposit']>;
type WithDeposit = Pick<LinkedAppointment, 'deposit'>;

/** Whether the hour is held until its deposit is paid. */
export const isUnpaid = ({ deposit, status }: WithDeposit & Pick<LinkedAppointment, 'status'>): boolean =>
  deposit?.status === 'open' && status === 'scheduled';

/** Whether the deposit was paid when the hour was gone. */
export const isUnplaced = ({ deposit }: WithDeposit): boolean => deposit?.status === 'unplaced';

const FATES: Record<Deposit['status'], string> = {
  open: 'por pagar',
  paid: 'pagado',
  unplaced: 'pagado',
  refunding: 'en devolución',
  refunded: 'devuelto',
  ended: 'no se pagó',
};

/** '$10.000, pagado. Si cancelas antes del martes 24 de noviembre a las 10:00, te lo devolvemos.' */
export function depositFact(
  { deposit, timeZone }: WithDeposit & Pick<LinkedAppointment, 'timeZone'>,
  isAwaited: boolean,
): string {
  if (!deposit) return '';
  const { amount, status, isReturnedOnCancel, returnedUntil } = deposit;
  const fact = `${formatMoney(amount)}, ${FATES[status]}`;
  if (status !== 'paid' || !isAwaited) return fact;
  if (!isReturnedOnCancel) return `${fact}. El plazo para cancelar con devolución ya terminó.`;
  const when = returnedUntil ? `antes del ${deadlineText(new Date(returnedUntil), timeZone)}` : 'la hora';
  return `${fact}. Si cancelas ${when}, te lo devolvemos.`;
}

/** What the page says of an hour that is held, or lost, because of its deposit. Undefined: the deposit changes nothing. */
export function depositState({ deposit, status }: Pick<LinkedAppointment, 'deposit' | 'status'>, deadline: string) {
  if (!deposit) return undefined;
  const amount = formatMoney(deposit.amount);
  if (isUnpaid({ deposit, status })) {
    return `Paga el abono de ${amount} antes del ${deadline}: hasta entonces guardamos la hora para ti. Si ya lo pagaste, espera aquí: la página cambia sola cuando Mercado Pago lo confirma.`;
  }
  if (isUnplaced({ deposit })) {
    return `Tu pago llegó cuando la hora ya no estaba libre. Elige otra hora o pide la devolución de los ${amount}. Si no haces nada antes del ${deadline}, te los devolvemos.`;
  }
  if (status !== 'cancelled') return undefined;
  const fates: Partial<Record<Deposit['status'], string>> = {
    open: 'El plazo para pagar el abono terminó. Si lo pagaste, esta página lo mostrará cuando Mercado Pago lo confirme.',
    ended: 'Esta reserva terminó sin que se pagara el abono.',
    refunding: `Esta hora está cancelada. ${returnText(deposit)}`,
    refunded: `Esta hora está cancelada. ${returnText(deposit)}`,
  };
  return fates[deposit.status];
}

/** What becomes of the money. */
export function returnText({ status, amount }: Deposit): string {
  const pesos = formatMoney(amount);
  if (status === 'refunding') return `Pedimos a Mercado Pago que te devuelva el abono de ${pesos}.`;
  if (status === 'refunded') {
    return `Mercado Pago te devolvió el abono de ${pesos}. Según cómo pagaste, puede tardar unos días en aparecer.`;
  }
  return status === 'paid' ? `El abono de ${pesos} no se devuelve.` : '';
}

/** What an unanswered request does with a paid deposit. */
export const returnOnEndText = ({ deposit }: WithDeposit): string =>
  deposit?.status === 'paid' ? `te devolvemos el abono de ${formatMoney(deposit.amount)}` : '';

/** What the question before a cancellation says about a paid deposit. */
export function cancelNote({ deposit }: WithDeposit): string {
  if (deposit?.status !== 'paid') return '';
  return deposit.isReturnedOnCancel
    ? ` Te devolveremos el abono de ${formatMoney(deposit.amount)} por Mercado Pago.`
    : ` ${returnText(deposit)}`;
}
