import type { Appointment, AppointmentStatus } from '#contract/agenda';
import type { ProfessionalAgenda } from '#contract/assistants';
import { SLOT_MINUTES, SLOTS } from '#contract/slots';
import { overlaps } from '#web/agenda/spans.ts';
import { type Placed, placedInColumns } from '#web/agenda/week.ts';

/** The slot in which a time lies: imported appointments may begin between two slots. */
const slotIndex = (time: string): number =>
  Math.max(
    0,
    SLOTS.findLastIndex((slot) => slot <= time),
  );

const slotCount = ({ time, duration }: Appointment): number =>
  Math.min(Math.ceil(duration / SLOT_MINUTES), SLOTS.length - slotIndex(time));

export interface Axis {
  /** The slots of the part of the day in which somebody has an appointment or a free hour. */
  times: readonly string[];
  /** The slots in which somebody has an appointment. */
  taken: ReadonlySet<string>;
}

/** The hours that all columns share. */
export function sharedAxis(agendas: readonly ProfessionalAgenda[]): Axis {
  const appointments = agendas.flatMap((one) => one.appointments);
  const taken = new Set(
    SLOTS.filter((time) => appointments.some((one) => overlaps(one, { time, duration: SLOT_MINUTES }))),
  );
  const free = new Set(agendas.flatMap(({ freeTimes }) => freeTimes));
  const isUsed = (time: string) => taken.has(time) || free.has(time);
  return { times: SLOTS.slice(SLOTS.findIndex(isUsed), SLOTS.findLastIndex(isUsed) + 1), taken };
}

interface Row {
  /** The first row of the axis that it takes, from 1. */
  row: number;
  time: string;
}

export type Entry =
  | (Row & { kind: 'appointment'; rows: number; placed: Placed<Appointment> })
  | (Row & { kind: 'free' });

/** The appointments and the free hours of a professional, in order. */
export function columnEntries({ appointments, freeTimes }: ProfessionalAgenda, { times }: Axis): Entry[] {
  const first = slotIndex(times[0] ?? '');
  const toRow = (time: string) => slotIndex(time) - first + 1;
  const taken = placedInColumns(appointments).map((placed): Entry => {
    const { time } = placed.span;
    return { kind: 'appointment', time, row: toRow(time), rows: slotCount(placed.span), placed };
  });
  const free = freeTimes.map((time): Entry => ({ kind: 'free', time, row: toRow(time) }));
  return [...taken, ...free].sort((one, other) => one.row - other.row);
}

export interface Hour {
  time: string;
  appointments: { professional: ProfessionalAgenda['professional']; appointment: Appointment }[];
  /** The professionals with a free hour. */
  free: ProfessionalAgenda['professional'][];
}

/** The day by hour, with what all professionals have in it. Hours without anything are left out. */
export function dayHours(agendas: readonly ProfessionalAgenda[]): Hour[] {
  return SLOTS.map((time) => ({
    time,
    appointments: agendas.flatMap(({ professional, appointments }) =>
      appointments
        .filter((one) => SLOTS[slotIndex(one.time)] === time)
        .map((appointment) => ({ professional, appointment })),
    ),
    free: agendas.filter(({ freeTimes }) => freeTimes.includes(time)).map(({ professional }) => professional),
  })).filter(({ appointments, free }) => appointments.length > 0 || free.length > 0);
}

/** The day without the free hours that are over, when it is today. */
export const withoutPast = (
  agendas: readonly ProfessionalAgenda[],
  clock: string | undefined,
): readonly ProfessionalAgenda[] =>
  clock === undefined
    ? agendas
    : agendas.map((agenda) => {
        const freeTimes = agenda.freeTimes.filter((time) => time >= clock);
        // An agenda that stays as it was keeps its identity.
        return freeTimes.length === agenda.freeTimes.length ? agenda : { ...agenda, freeTimes };
      });

/** Keeps its identity, so that the other cards are not rendered again. */
export type OnStatus = (professionalId: string, appointment: Appointment, status: AppointmentStatus) => void;

interface NextStatus {
  status: AppointmentStatus;
  /** What the button says. */
  label: string;
}

const ARRIVES: NextStatus = { status: 'arrived', label: 'Llegó' };
const CONFIRMS: NextStatus = { status: 'confirmed', label: 'Confirmar' };

/** The status that usually comes next: patients confirm before the day and arrive on it. */
export function nextStatus({ status, date }: Appointment, today: string): NextStatus | undefined {
  if (date === today && (status === 'scheduled' || status === 'confirmed')) return ARRIVES;
  return date > today && status === 'scheduled' ? CONFIRMS : undefined;
}
