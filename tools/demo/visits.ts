import type { AppointmentStatus } from '#contract/agenda';
import { addDays, hourIn } from '#contract/days';
import type { Consultation } from './consultation.ts';
import type { DemoPatient } from './people.ts';

/** A file that a patient brings. */
export type FileKind = 'laboratory' | 'electrocardiogram';

/** A patient of the demonstration. The id is known when the patient was created. */
export interface Person {
  input: DemoPatient;
  since: Date;
  id?: string;
}

/** A message to a patient about a visit. A waiting mail was not sent yet, a refused one was returned. */
export interface Message {
  kind: 'booking' | 'before' | 'manual';
  at: Date;
  outcome: 'sent' | 'refused' | 'waiting' | 'whatsapp';
}

export interface Visit {
  person: Person;
  day: string;
  time: string;
  duration: 30 | 60;
  startsAt: Date;
  bookedAt: Date;
  note: string | undefined;
  /** What became of the appointment. One whose note is finalised is attended. */
  status: AppointmentStatus;
  isOverbooked: boolean;
  /** What was written down, and whether it was finalised. */
  consultation: Consultation | undefined;
  certificate: { template: number; isFinalized: boolean } | undefined;
  isFinalized: boolean;
  /** What was appended to the finalised note two days later. */
  addendum?: string;
  /** What the patient brought, added to the note. */
  file?: FileKind;
  /** Whether the documents of the visit were printed. */
  isPrinted: boolean;
  /** Whether the patient got the plan and the prescriptions by a link. */
  isSent?: true;
  messages?: Message[];
  /** What the patient answered. */
  answer?: PatientAnswer;
  isBookedByAssistant?: boolean;
  /** Whether the assistant noted what became of it. */
  isNotedByAssistant?: boolean;
  movedByAssistantAt?: Date;
}

type PatientAnswer = { answer: 'confirmed' | 'moved'; at: Date } | { answer: 'cancelled'; at: Date; reason: string };

/** Where a visit was booked that was moved later. No appointment stays at this hour. */
export const MOVED_FROM = '08:00';

/** A patient who comes every week. */
export interface Series {
  person: Person;
  firstDay: string;
  time: string;
  duration: 30 | 60;
  times: number;
  bookedAt: Date;
  /** When the sessions until now began. */
  attendedAt: Date[];
}

export interface History {
  people: Person[];
  visits: Visit[];
  series: Series | undefined;
}

export const weekdayBefore = (day: string): string => (isWeekend(day) ? weekdayBefore(addDays(day, -1)) : day);

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());

const offsets = new Map<string, string>();

/** The instant of a working hour. Chile has two offsets, and the zone decides which one is valid on that day. */
export function instantIn(zone: string, day: string, time: string): Date {
  const key = `${zone} ${day}`;
  const isSummer = () => hourIn(zone, new Date(`${day}T12:00:00-03:00`)) === 12;
  const offset = offsets.get(key) ?? (isSummer() ? '-03:00' : '-04:00');
  offsets.set(key, offset);
  return new Date(`${day}T${time}:00${offset}`);
}
