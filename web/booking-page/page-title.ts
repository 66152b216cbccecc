import type { BookingPage } from '#contract/booking';
import { singularProfession } from '#contract/professions';

// Apart from the texts of services: the script of the page loads this file, and no schemas.

/** 'Reserva una hora con Dra. Ana Rojas, médico/a en Valdivia' */
export function pageTitle({ name, profession, city }: BookingPage['professional']): string {
  const singular = singularProfession(profession);
  const who = singular && `, ${singular.charAt(0).toLowerCase()}${singular.slice(1)}`;
  return `Reserva una hora con ${name}${who}${city && ` en ${city}`}`;
}
