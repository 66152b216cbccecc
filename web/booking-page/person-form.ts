import { addDays } from '#contract/days';
import type { BookingData } from '#web/booking-page/booking-data.ts';
import type { FormValues } from '#web/booking-page/check-person.ts';
import { birthDateFrom } from '#web/patient-pages/check-birth-date.ts';
import { clearError, clearErrors, field } from '#web/patient-pages/form-fields.ts';
import { todayIn } from '#web/patient-pages/hour-list.ts';
import { part } from '#web/patient-pages/parts.ts';
import { startBirthDate } from '#web/patient-pages/start-birth-date.ts';
import { startIdentityFields } from '#web/patient-pages/start-identity-fields.ts';
import { forgetTyped, readTyped, storeTyped, type Typed } from '#web/patient-pages/typed-data.ts';

/** Kept while somebody goes back or loads the page again. The consent is given anew. */
const KEPT = ['name', 'rut', 'documentType', 'birthDate', 'phone', 'email', 'from', 'to', 'times'] as const;

/** The fields that begin empty. */
const TYPED = ['name', 'rut', 'birthDate', 'phone', 'email'] as const;

/** The form of a booking and of the waiting list. */
export function createPersonForm({ slug, page }: BookingData) {
  const form = part<HTMLFormElement>('form');
  const key = `reserva:${slug}`;
  const identity = startIdentityFields(form);
  const today = () => todayIn(page.timeZone);
  startBirthDate(field('birthDate'), today);

  function restore(): void {
    const typed = readTyped(key);
    field('from').value = today();
    field('to').value = addDays(today(), page.windowDays);
    for (const name of KEPT) if (typeof typed[name] === 'string') field(name).value = typed[name];
    identity.restore(typed.noRut === true);
  }

  function store(): void {
    const typed: Typed = Object.fromEntries(KEPT.map((name) => [name, field(name).value]));
    storeTyped(key, { ...typed, noRut: field('noRut').checked });
  }

  form.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement;
    if (input.name) clearError(input.name);
    store();
  });
  restore();

  const values = (): FormValues => ({
    ...identity.values(),
    birthDate: field('birthDate').value,
    phone: field('phone').value,
    acceptsPrivacy: field('acceptsPrivacy').checked,
  });

  return {
    values,
    hasTyped: () => TYPED.some((name) => field(name).value.trim() !== ''),
    /** The values as the contract has them. */
    body: (altcha: string) => ({
      ...values(),
      birthDate: birthDateFrom(field('birthDate').value, today()),
      acceptsPrivacy: true as const,
      altcha,
      website: field('website').value,
    }),
    /** When somebody on the waiting list can come. */
    waiting: () => ({
      from: field('from').value,
      to: field('to').value,
      times: field<HTMLSelectElement>('times').value as 'any' | 'morning' | 'afternoon',
    }),
    clear(): void {
      form.reset();
      clearErrors();
      forgetTyped(key);
      restore();
    },
  };
}

export type PersonForm = ReturnType<typeof createPersonForm>;
