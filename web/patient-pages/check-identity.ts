import { isRutShaped } from '#contract/rut';

/** The fields of forms that the contract checks too. Pages for patients load no schemas. */
export interface Identity {
  name: string;
  rut: string;
  documentType: 'rut' | 'passport' | 'dni';
  email: string;
}

/** Finds the usual mistakes. The server checks the rest. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** What is wrong with each field, with the texts of the contract. */
export const IDENTITY_CHECKS = {
  name: ({ name }: Identity) => (name.trim() ? undefined : 'El nombre es requerido'),
  rut: ({ rut, documentType }: Identity) => {
    if (documentType !== 'rut') return rut.trim() ? undefined : 'El número es requerido';
    if (!rut.trim()) return 'El RUT es requerido';
    return isRutShaped(rut) ? undefined : 'El RUT no es válido';
  },
  email: ({ email }: Identity) => {
    if (!email.trim()) return 'El correo es requerido';
    return isEmail(email) ? undefined : 'Escribe un correo válido';
  },
};

/** The messages of the fields that have one. */
export function failedChecks<Values>(
  checks: Record<string, (values: Values) => string | undefined>,
  values: Values,
): Record<string, string> {
  const results = Object.entries(checks).map(([field, check]) => [field, check(values)]);
  return Object.fromEntries(results.filter(([, error]) => error));
}
