import { z } from 'zod';

/** An id sent by a client, in lower case. The id is part of the encryption context, so its spelling must not vary. */
export const SentId = (message = 'Debe ser un UUID') => z.uuid(message).toLowerCase();

export const Id = z.object({ id: SentId() });

/** Accepts a string, because query string values are strings. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number<number | string>('Debe ser un número')
    .int('Debe ser un número entero')
    .min(min, `Debe ser al menos ${min}`)
    .max(max, `Debe ser a lo más ${max}`);

export const LAST_DAY = '2099-12-31';

/** A day of the agenda. Its range equals the years of the calendar in the browser. */
export const Day = (message: string) =>
  z.iso.date(message).refine((day) => day >= '1900-01-01' && day <= LAST_DAY, message);

/** An instant in ISO 8601, UTC. */
export const Instant = z.iso.datetime();
