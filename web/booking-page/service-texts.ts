import type { BookingPage } from '#contract/booking';
import { formatMoney } from '#contract/plans';
import { singularProfession } from '#contract/professions';
import { MODALITIES } from '#contract/services';

export type BookedService = BookingPage['services'][number];

/** '30 min', '1 h 30 min' */
function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

function priceText(price: number | null): string {
  if (price === null) return 'A convenir';
  return price === 0 ? 'Sin costo' : formatMoney(price);
}

/** '30 min · $25.000 · Presencial · Abono de $10.000 al reservar' */
export const serviceFacts = ({ duration, price, modality, deposit }: BookedService): string =>
  [
    durationText(duration),
    priceText(price),
    MODALITIES[modality],
    deposit !== null && `Abono de ${formatMoney(deposit)} al reservar`,
  ]
    .filter(Boolean)
    .join(' · ');

/** 'Médico/a · Medicina familiar · Valdivia' */
export const professionalFacts = ({ profession, specialty, city }: BookingPage['professional']): string =>
  [singularProfession(profession), specialty, city].filter(Boolean).join(' · ');
