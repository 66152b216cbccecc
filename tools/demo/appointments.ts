import { createAppointment, listAppointments } from '#server/agenda/agenda.service';
import { changeAppointment } from '#server/agenda/appointment-change.service';
import { type DemoStep, idOf, later } from './demo-step.ts';
import { bookedTime } from './reception.ts';
import type { Series, Visit } from './visits.ts';

/** The booking of a visit, and the id of its appointment, which is known after it. */
export function bookingOf(
  visit: Visit,
  serviceId: string | undefined,
): { step: DemoStep; appointmentId: () => string } {
  const { person, day: date, duration, note, bookedAt, isOverbooked: overbooked } = visit;
  const time = bookedTime(visit);
  let id = '';
  const step: DemoStep = {
    at: bookedAt,
    byAssistant: visit.isBookedByAssistant ?? false,
    run: async (deps, owner) => {
      const appointment = { patientId: idOf(person), date, time, duration, serviceId, note, overbooked };
      id = (await createAppointment(deps, owner, appointment))._id;
    },
  };
  return { step, appointmentId: () => id };
}

/** The assistant moves an appointment on its day. */
export function moveSteps({ time, movedByAssistantAt: at }: Visit, appointmentId: () => string): DemoStep[] {
  if (!at) return [];
  const run: DemoStep['run'] = (deps, owner) =>
    changeAppointment(deps, owner, appointmentId(), { time, notifyPatient: false });
  return [{ at, byAssistant: true, run }];
}

/** What became of an appointment, unless it is still as it was booked, or the patient decided it. */
export function statusSteps(visit: Visit, appointmentId: () => string, now: Date): DemoStep[] {
  const { status, answer } = visit;
  if (status === 'scheduled' || answer) return [];
  const run: DemoStep['run'] = (deps, owner) => changeAppointment(deps, owner, appointmentId(), { status });
  const byAssistant = status !== 'attended' && (visit.isNotedByAssistant ?? false);
  return [{ at: momentOf(visit, now), byAssistant, run }];
}

function momentOf({ status, bookedAt, startsAt, duration }: Visit, now: Date): Date {
  if (status === 'attended' || status === 'no-show') return later(startsAt, duration);
  if (status === 'arrived') return now;
  // Confirmed or cancelled between the booking and the appointment.
  return new Date((bookedAt.getTime() + Math.min(startsAt.getTime(), now.getTime())) / 2);
}

/** A series is booked at once, and its sessions until now were attended. */
export function seriesSteps({
  person,
  firstDay: date,
  time,
  duration,
  times,
  bookedAt,
  attendedAt,
}: Series): DemoStep[] {
  const booking: DemoStep = {
    at: bookedAt,
    run: (deps, owner) => {
      const repeat = { every: 'week', times } as const;
      return createAppointment(deps, owner, { patientId: idOf(person), date, time, duration, repeat });
    },
  };
  const attendance: DemoStep = {
    at: later(attendedAt.at(-1) ?? bookedAt, duration),
    // It reads what was booked, which other steps of a shared transaction would not have committed.
    isOnItsOwn: true,
    run: async (deps, owner) => {
      const appointments = await listAppointments(deps, owner, { patientId: idOf(person) });
      const sessions = appointments.filter(({ seriesId }) => seriesId !== undefined).reverse();
      for (const [index, startedAt] of attendedAt.entries()) {
        const then = { ...deps, now: () => later(startedAt, duration) };
        await changeAppointment(then, owner, sessions[index]?._id ?? '', { status: 'attended' });
      }
    },
  };
  return [booking, attendance];
}
