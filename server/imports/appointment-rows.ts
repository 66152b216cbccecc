import { DEFAULT_DURATION, DURATIONS, endTime, NewAppointment } from '#contract/agenda';
import { overlaps, type Span } from '#contract/appointment-spans';
import { toMinutes } from '#contract/days';
import { fold } from '#contract/fold';
import type { EventField } from '#contract/imports/appointment-import';
import type { ImportProblem } from '#contract/imports/imports';
import { compactRut, hasRightCheckDigit } from '#contract/rut';
import type { CalendarEvent } from './calendar-file.ts';
import type { FoundPatient } from './known-patients.store.ts';

export type Corrections = Readonly<Record<string, Partial<Record<EventField, string>>>>;

const RUT = /\b\d{1,2}\.?\d{3}\.?\d{3}\s?-\s?[\dkK]\b/g;
/** Words before the name: 'Control con Rosa Díaz'. */
const LEADING_WORDS = /^(?:(?:cita|control|consulta|hora|atencion|sesion|evaluacion|paciente|con|de|del)\b[\s.:]*)+/;

/** What may be the name of a patient in the title of an event, in folded form. */
export function namesIn(title: string): string[] {
  const parts = [title, ...title.split(/[-–—:|(),/]/)].map((part) => fold(part));
  return [...new Set(parts.flatMap((part) => [part, part.replace(LEADING_WORDS, '')]))].filter(Boolean);
}

/** The RUTs in an event, in compact form. */
export const rutsIn = ({ title, note }: CalendarEvent): string[] =>
  (`${title} ${note}`.match(RUT) ?? []).filter(hasRightCheckDigit).map(compactRut);

/** The appointments that the events make, and what stands in the way of each. Events are numbered from one. */
export function appointmentsFrom(
  events: readonly CalendarEvent[],
  corrections: Corrections,
  {
    patients,
    chosen,
    taken,
  }: { patients: readonly FoundPatient[]; chosen: ReadonlySet<string>; taken: readonly Span[] },
): { appointments: NewAppointment[]; problems: ImportProblem[] } {
  const appointments: NewAppointment[] = [];
  const problems: ImportProblem[] = [];
  const byDay = Map.groupBy(taken, ({ date }) => date);
  const byName = Map.groupBy(patients, ({ foldedName }) => foldedName);
  const byRut = new Map(patients.map((patient) => [patient.rut, patient]));
  for (const [at, event] of events.entries()) {
    const row = at + 1;
    const corrected = corrections[row] ?? {};
    const add = (field: EventField, message: string, value: string) =>
      problems.push({ row, field, message, value, label: event.title, date: event.date, time: event.time });
    const found = corrected.patientId ?? patientIn(event, byName, byRut);
    const isUnknown = corrected.patientId !== undefined && !chosen.has(corrected.patientId);
    const { date = event.date, time = event.time } = corrected;
    const parsed = NewAppointment.safeParse({
      patientId: isUnknown ? undefined : found,
      date,
      time,
      duration: corrected.duration === undefined ? roundedDuration(event.minutes) : Number(corrected.duration),
      note: event.note,
    });
    if (!parsed.success) {
      const values: Record<string, string> = { patientId: event.title, date, time, duration: `${event.minutes} min` };
      for (const { path, message } of parsed.error.issues) {
        const field = path[0] as EventField;
        add(field, TEXTS[field] ?? message, values[field] ?? '');
      }
      continue;
    }
    const span = { date, startMinute: toMinutes(time), duration: parsed.data.duration };
    const ofDay = byDay.get(date) ?? [];
    if (ofDay.some((other) => overlaps(span, other))) {
      add('time', 'Ya existe una cita en ese horario', `${time} - ${endTime(parsed.data)}`);
      continue;
    }
    byDay.set(date, [...ofDay, span]);
    appointments.push(parsed.data);
  }
  return { appointments, problems };
}

const TEXTS: Partial<Record<EventField, string>> = {
  patientId: 'Elige el paciente: el título no es el nombre ni el RUT de uno solo de tus pacientes',
  time: 'Las citas empiezan a la hora en punto o y media, entre las 08:00 y las 21:30',
  duration: 'Una cita dura 150 minutos como máximo',
};

/** By RUT, or by a name that only one patient has. */
function patientIn(
  event: CalendarEvent,
  byName: ReadonlyMap<string, readonly FoundPatient[]>,
  byRut: ReadonlyMap<string, FoundPatient>,
): string | undefined {
  const identified = rutsIn(event).flatMap((rut) => byRut.get(rut)?.id ?? []);
  if (identified[0]) return identified[0];
  const named = new Set(namesIn(event.title).flatMap((name) => (byName.get(name) ?? []).map(({ id }) => id)));
  return named.size === 1 ? [...named][0] : undefined;
}

/** The shortest duration that the agenda has and that is long enough: 50 minutes take an hour. */
const roundedDuration = (minutes: number): number =>
  minutes <= 0 ? DEFAULT_DURATION : (DURATIONS.find((duration) => duration >= minutes) ?? minutes);
