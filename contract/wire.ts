import { z } from 'zod';

/** The id in a path. */
export const Id = z.object({ id: z.uuid() });

/** Everything in a query string is text. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce.number<number | string>('Debe ser un número').int('Debe ser un número').min(min).max(max);

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
