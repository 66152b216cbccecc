import { z } from 'zod';
import { toClock, toMinutes } from './days.ts';
import { endpoint } from './endpoint.ts';
import { optionalText } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Day, Id, SentId } from './wire.ts';

export const DURATIONS = [30, 60, 90, 120, 150] as const;
export const DEFAULT_DURATION = 30;

/** '08:00' … '21:30' */
export const SLOTS = Array.from({ length: 28 }, (_, i) => toClock(8 * 60 + i * 30)) as [string, ...string[]];

export const NewAppointment = z.object({
  patientId: SentId('Selecciona un paciente'),
  date: Day('Selecciona una fecha'),
  time: z.enum(SLOTS, 'Selecciona una hora'),
  duration: z.literal(DURATIONS, 'Selecciona una duración').default(DEFAULT_DURATION),
  note: optionalText(500),
});
export type NewAppointment = z.output<typeof NewAppointment>;

export const Appointment = z.object({
  _id: z.uuid(),
  patientId: z.uuid(),
  patientName: z.string(),
  patientRut: z.string(),
  date: z.iso.date(),
  time: z.string(),
  duration: z.int(),
  note: z.string().optional(),
  undecryptable,
});
export type Appointment = z.output<typeof Appointment>;

/** A response may omit the duration. The default duration then applies. */
export const withDuration = ({
  duration,
  ...appointment
}: Omit<Appointment, 'duration'> & { duration?: number | null }): Appointment => ({
  ...appointment,
  duration: duration ?? DEFAULT_DURATION,
});

type Span = Pick<Appointment, 'time' | 'duration'>;

/** An appointment at '21:30' for 150 minutes ends at '24:00'. */
export const endTime = ({ time, duration }: Span): string => toClock(toMinutes(time) + duration);

/** '30min', '1h', '1h 30min', '2h', '2h 30min'. Other durations are given in minutes. */
export function durationLabel(duration: number): string {
  if (!(DURATIONS as readonly number[]).includes(duration)) return `${duration} min`;
  const hours = Math.floor(duration / 60);
  return [hours > 0 && `${hours}h`, duration % 60 > 0 && '30min'].filter(Boolean).join(' ');
}

export interface SlotOfDay {
  time: string;
  appointment: Appointment | undefined;
}

/** The slots displayed for a day. A slot covered by a longer appointment is omitted unless another one starts in it. */
export function slotsOfDay(appointments: readonly Appointment[]): SlotOfDay[] {
  const isCovered = (slot: string) =>
    appointments.some((one) => one.time < slot && toMinutes(slot) < toMinutes(one.time) + one.duration);
  return SLOTS.flatMap((time) => {
    const appointment = appointments.find((one) => one.time === time);
    return appointment || !isCovered(time) ? [{ time, appointment }] : [];
  });
}

export const listAppointments = endpoint({
  method: 'GET',
  path: '/api/appointments',
  access: 'professional',
  summary: 'Las citas de un día, por hora',
  query: z.object({ date: Day('La fecha debe tener la forma aaaa-mm-dd') }),
  reply: z.array(Appointment),
  recordsRead: 'agenda.opened',
});

export const createAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments',
  access: 'professional',
  summary: 'Crea una cita',
  body: NewAppointment,
  reply: Appointment,
  status: 201,
});

export const deleteAppointment = endpoint({
  method: 'DELETE',
  path: '/api/appointments/{id}',
  access: 'professional',
  summary: 'Elimina una cita para siempre',
  params: Id,
  query: z.object({ hardDelete: z.literal('true').optional() }),
  reply: z.undefined(),
});
