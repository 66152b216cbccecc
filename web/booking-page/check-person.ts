import { internationalDigits } from '#contract/phone-numbers';
import { checkBirthDate } from '#web/patient-pages/check-birth-date.ts';
import { failedChecks, IDENTITY_CHECKS, type Identity } from '#web/patient-pages/check-identity.ts';

export interface FormValues extends Identity {
  birthDate: string;
  phone: string;
  acceptsPrivacy: boolean;
}

/** What is wrong with each field, with the texts of the contract. */
export const checkPerson = (values: FormValues, today: string): Record<string, string> =>
  failedChecks(
    {
      ...IDENTITY_CHECKS,
      birthDate: ({ birthDate }: FormValues) => checkBirthDate(birthDate, today),
      phone: ({ phone }: FormValues) => {
        if (!phone.trim()) return 'El teléfono es requerido';
        return internationalDigits(phone) ? undefined : 'Escribe un teléfono válido, como 9 1234 5678';
      },
      acceptsPrivacy: ({ acceptsPrivacy }: FormValues) =>
        acceptsPrivacy ? undefined : 'Debes aceptar el aviso de privacidad',
    },
    values,
  );
