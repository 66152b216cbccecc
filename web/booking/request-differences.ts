import type { BookingRequest } from '#contract/booking-requests';
import { formatDay } from '#contract/days';
import { internationalDigits } from '#contract/phone-numbers';

interface Difference {
  field: string;
  /** What the file of the patient says. */
  inFile: string;
}

const isSamePhone = (one: string, other: string): boolean =>
  (internationalDigits(one) ?? one.trim()) === (internationalDigits(other) ?? other.trim());

const withoutSpaces = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Where the file of the patient says something else than whoever booked. A telephone may be written in several ways. */
export function differencesFromFile({ patient, name, birthDate, phone, email }: BookingRequest): Difference[] {
  if (!patient) return [];
  const differences: Difference[] = [];
  const add = (field: string, inFile: string) => differences.push({ field, inFile });
  if (withoutSpaces(patient.name) !== withoutSpaces(name)) add('Nombre', patient.name);
  if (patient.birthDate !== birthDate) add('Nacimiento', formatDay(patient.birthDate));
  if (!patient.phone || !isSamePhone(patient.phone, phone)) add('Teléfono', patient.phone || 'sin teléfono');
  if (patient.email?.trim().toLowerCase() !== email.trim().toLowerCase()) add('Correo', patient.email || 'sin correo');
  return differences;
}
