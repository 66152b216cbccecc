import type { BookingPage } from '#contract/booking';
import { formatMoney } from '#contract/plans';
import { reviewsBookings } from '#web/booking-page/reviews-bookings.ts';

/** What somebody knows before they book: how much is asked, for how long the hour is held, and when it is returned. */
export const depositNote = (deposit: number, page: BookingPage): string =>
  `Esta hora se reserva con un abono de ${formatMoney(deposit)}, que pagas con Mercado Pago en el paso siguiente. ` +
  `Te guardamos la hora hasta 60 minutos mientras pagas. ${returnText(page)}`;

function returnText(page: BookingPage): string {
  const { cancelNoticeHours: hours, professional } = page;
  const notice =
    hours === 0 ? 'antes de que comience' : `con al menos ${hours === 1 ? '1 hora' : `${hours} horas`} de anticipación`;
  const refused = reviewsBookings(page) ? `, o si ${professional.name} no acepta tu solicitud` : '';
  return `Se te devuelve si cancelas la hora ${notice}${refused}.`;
}

/** What is said on the step where the deposit is paid. */
export function unpaidTexts(
  { deposit, deadline, email }: { deposit: number; deadline: string; email: string },
  page: BookingPage,
): [string, string] {
  const { name } = page.professional;
  const amount = deposit ? ` de ${formatMoney(deposit)}` : '';
  const after = reviewsBookings(page)
    ? `Cuando se confirme el pago, ${name} revisará tu solicitud. Si no la acepta, te devolvemos el abono.`
    : 'Cuando se confirme el pago, la hora es tuya.';
  return [
    `Falta un paso: paga el abono${amount} antes del ${deadline}. Hasta entonces guardamos la hora para ti.`,
    page.confirmsByMail ? `${after} Te escribiremos a ${email}.` : after,
  ];
}
