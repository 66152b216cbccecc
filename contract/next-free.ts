import { z } from 'zod';
import { DURATIONS } from './agenda.ts';
import { endpoint } from './endpoint.ts';
import { Day } from './wire.ts';

export const nextFreeSlot = endpoint({
  method: 'GET',
  path: '/api/appointments/next-free',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'La próxima hora libre para una duración, dentro del horario de atención y sin bloqueos ni feriados, desde un día (hoy si falta) y hasta un año después',
  query: z.object({
    // The values of a query string are strings.
    duration: z.literal([...DURATIONS, ...DURATIONS.map(String)], 'Selecciona una duración').transform(Number),
    from: Day('La fecha debe tener la forma aaaa-mm-dd').optional(),
  }),
  reply: z.object({ next: z.object({ date: z.iso.date(), time: z.string() }).nullable() }),
});
