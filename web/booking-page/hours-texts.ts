import type { BookingPage } from '#contract/booking';
import { daysBetween } from '#contract/days';
import type { NextHour } from '#web/booking-page/booking-requests.ts';
import { dayWithYear, hourWithYear } from '#web/patient-pages/hour-texts.ts';

const inNextDays = (days: number): string => (days === 1 ? 'en el próximo día' : `en los próximos ${days} días`);

interface Searched {
  today: string;
  windowDays: number;
}

/** Says that the first days have no hour, and when the next one is, also after the days that can be booked. */
export function noHoursText(next: NextHour, { today, windowDays }: Searched): string {
  if (!next) return `Sin horas ${inNextDays(windowDays)}.`;
  if (!next.bookableFrom) {
    return `Sin horas ${inNextDays(daysBetween(today, next.date) - 1)}. La próxima es el ${dayWithYear(next.date)}.`;
  }
  const from = `Se podrá reservar desde el ${dayWithYear(next.bookableFrom)}.`;
  return `Sin horas ${inNextDays(windowDays)}. La próxima es el ${hourWithYear(next)}. ${from}`;
}

/** An hour of an address may be past, or was never offered. */
export const unavailableText = (hasTyped: boolean): string =>
  `Esa hora ya no está disponible. Elige otra${hasTyped ? ': lo que escribiste sigue guardado.' : '.'}`;

/** Says that somebody has the hour: perhaps whoever reads it, when the answer to an earlier request was lost. */
export function takenText({ confirmsByMail }: BookingPage, isPerhapsOwn: boolean): string {
  if (!isPerhapsOwn) return 'Esa hora se acaba de ocupar. Elige otra: lo que escribiste sigue guardado.';
  const own = 'Esa hora ya está tomada, quizás por ti: tu solicitud pudo llegar aunque no vimos la respuesta.';
  return confirmsByMail ? `${own} Revisa tu correo antes de elegir otra.` : own;
}
