import { z } from 'zod';

/** An id that somebody sends, in one spelling: what is sealed under it is opened under it. */
export const SentId = (message = 'Debe ser un UUID') => z.uuid(message).toLowerCase();

/** The id in a path. */
export const Id = z.object({ id: SentId() });

/** Everything in a query string is text. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number<number | string>('Debe ser un número')
    .int('Debe ser un número entero')
    .min(min, `Debe ser al menos ${min}`)
    .max(max, `Debe ser a lo más ${max}`);

/** A day of the agenda: within the years that its calendar shows. */
export const Day = (message: string) =>
  z.iso.date(message).refine((day) => day >= '1900-01-01' && day <= '2099-12-31', message);

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
