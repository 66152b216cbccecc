import { isDay } from '#contract/days';
import { internationalDigits } from '#contract/phone-numbers';
import { failedChecks, IDENTITY_CHECKS, type Identity } from '#web/patient-pages/check-identity.ts';
import { parseDayText } from '#web/ui/day-text.ts';

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
      birthDate: ({ birthDate }: FormValues) => {
        if (!birthDate.trim()) return 'La fecha de nacimiento es requerida';
        const day = parseDayText(birthDate);
        if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Escribe día, mes y año, como 15/03/1988';
        if (!isDay(day)) return 'La fecha de nacimiento no es válida';
        return day <= today ? undefined : 'La fecha de nacimiento no puede ser futura';
      },
      phone: ({ phone }: FormValues) => {
        if (!phone.trim()) return 'El teléfono es requerido';
        return internationalDigits(phone) ? undefined : 'Escribe un teléfono válido, como 9 1234 5678';
      },
      acceptsPrivacy: ({ acceptsPrivacy }: FormValues) =>
        acceptsPrivacy ? undefined : 'Debes aceptar el aviso de privacidad',
    },
    values,
  );
