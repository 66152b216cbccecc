import { internationalDigits } from '#contract/phone-numbers';
import { hasRightCheckDigit } from '#contract/rut';
import { checkBirthDate } from '#web/patient-pages/check-birth-date.ts';

/** The fields of the form that the contract checks too. This page loads no schemas. */
export interface FormValues {
  name: string;
  rut: string;
  documentType: 'rut' | 'passport' | 'dni';
  birthDate: string;
  phone: string;
  email: string;
  acceptsPrivacy: boolean;
}

type Check = (values: FormValues, today: string) => string | undefined;

const CHECKS: Record<string, Check> = {
  name: ({ name }) => (name.trim() ? undefined : 'El nombre es requerido'),
  rut: ({ rut, documentType }) => {
    if (documentType !== 'rut') return rut.trim() ? undefined : 'El número es requerido';
    if (!rut.trim()) return 'El RUT es requerido';
    return hasRightCheckDigit(rut) ? undefined : 'El RUT no es válido';
  },
  birthDate: ({ birthDate }, today) => checkBirthDate(birthDate, today),
  phone: ({ phone }) => {
    if (!phone.trim()) return 'El teléfono es requerido';
    return internationalDigits(phone) ? undefined : 'Escribe un teléfono válido, como 9 1234 5678';
  },
  email: ({ email }) => {
    if (!email.trim()) return 'El correo es requerido';
    return isEmail(email) ? undefined : 'Escribe un correo válido';
  },
  acceptsPrivacy: ({ acceptsPrivacy }) => (acceptsPrivacy ? undefined : 'Debes aceptar el aviso de privacidad'),
};

/** Finds the usual mistakes. The server checks the rest. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** What is wrong with each field, with the texts of the contract. */
export function checkPerson(values: FormValues, today: string): Record<string, string> {
  const results = Object.entries(CHECKS).map(([field, check]) => [field, check(values, today)]);
  return Object.fromEntries(results.filter(([, error]) => error));
}
