import { z } from 'zod';
import { Repeat, seriesProblem } from './appointment-series.ts';
import { AppointmentsQuery } from './appointments-query.ts';
import { toClock, toMinutes } from './days.ts';
import { endpoint } from './endpoint.ts';
import { DocumentTypeName } from './patient-identity.ts';
import { LastReminder, PatientAnswer } from './reminder-states.ts';
import { SLOTS } from './slots.ts';
import { changedText, optionalText } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Day, Id, Instant, SentId } from './wire.ts';

export const DURATIONS = [30, 60, 90, 120, 150] as const;
export const DEFAULT_DURATION = 30;

/** What became of an appointment, in the words of the page. */
export const APPOINTMENT_STATUSES = {
  scheduled: 'Agendada',
  confirmed: 'Confirmada',
  arrived: 'En sala',
  attended: 'Atendida',
  'no-show': 'No asistió',
  cancelled: 'Cancelada',
} as const;
export type AppointmentStatus = keyof typeof APPOINTMENT_STATUSES;
export const Status = z.enum(
  Object.keys(APPOINTMENT_STATUSES) as [AppointmentStatus, ...AppointmentStatus[]],
  'Selecciona un estado',
);

/** What an assistant may have done last with an appointment. */
const ASSISTANT_ACTS = ['created', 'moved', 'status-changed', 'changed'] as const;
export type AssistantAct = (typeof ASSISTANT_ACTS)[number];

const MAX_NOTE_LENGTH = 500;
export const UNKNOWN_SERVICE = 'Selecciona un servicio de la lista';
const SentDay = Day('Selecciona una fecha');
const Time = z.enum(SLOTS, 'Selecciona una hora');
export const Duration = z.literal(DURATIONS, 'Selecciona una duración');
/** Whether the appointment is made although its slot is taken. It takes no slot from others. */
const Overbooked = z.boolean('Debe ser verdadero o falso');

/** What a client sends. */
export const AppointmentRequest = z
  .object({
    patientId: SentId('Selecciona un paciente'),
    date: SentDay,
    time: Time,
    duration: Duration.optional().meta({ description: 'Sin ella vale la del servicio, o 30 minutos' }),
    serviceId: SentId(UNKNOWN_SERVICE).optional(),
    note: optionalText(MAX_NOTE_LENGTH),
    overbooked: Overbooked.optional(),
    repeat: Repeat.optional(),
  })
  .superRefine(({ date, repeat }, context) => {
    // Runs also after a refused field: the days of a malformed date or of a billion times cannot be computed.
    if (context.issues.length > 0) return;
    const problem = repeat && seriesProblem(date, repeat);
    if (problem) context.addIssue({ code: 'custom', message: problem.message, path: ['repeat', problem.field] });
  });
export type AppointmentRequest = z.output<typeof AppointmentRequest>;

export const NewAppointment = AppointmentRequest.safeExtend({ duration: Duration.default(DEFAULT_DURATION) });
export type NewAppointment = z.output<typeof NewAppointment>;

/** A field that is left out stays as it is. */
export const AppointmentChange = z
  .object({
    date: SentDay.optional(),
    time: Time.optional(),
    duration: Duration.optional(),
    note: changedText(MAX_NOTE_LENGTH),
    status: Status.optional(),
    overbooked: Overbooked.optional(),
    /** Only this appointment, or also the later ones of its series. */
    scope: z.enum(['one', 'following'], 'Selecciona qué citas cambian').optional(),
    /** Whether the patient is told by mail of another hour or of the cancellation. True when it is left out. */
    notifyPatient: z.boolean('Debe ser verdadero o falso').optional(),
  })
  .superRefine(({ scope, notifyPatient: _, ...change }, context) => {
    if (Object.values(change).every((value) => value === undefined)) {
      context.addIssue({ code: 'custom', message: 'Indica qué cambia' });
    }
    const { status = 'scheduled' } = change;
    if (scope === 'following' && status !== 'scheduled' && status !== 'cancelled') {
      context.addIssue({ code: 'custom', message: 'Ese estado se cambia cita por cita', path: ['status'] });
    }
  });
export type AppointmentChange = z.output<typeof AppointmentChange>;

export const Appointment = z.object({
  _id: z.uuid(),
  patientId: z.uuid(),
  patientName: z.string(),
  patientRut: z.string(),
  patientSocialName: z.string().optional(),
  /** Absent for a RUT. */
  patientDocumentType: DocumentTypeName.optional(),
  /** The telephone of the patient. Absent in the list of one patient, and when the file has none. */
  phone: z
    .string()
    .optional()
    .meta({ description: 'El teléfono del paciente; falta si no tiene, y en la lista de un paciente' }),
  date: z.iso.date(),
  time: z.string(),
  duration: z.int(),
  /** The id of a deleted service may stay. */
  serviceId: z.uuid().optional(),
  /** The name that the service had when the appointment was made. */
  serviceName: z.string().optional(),
  /** Present when the patient booked it online. */
  bookedOnline: z.literal(true).optional(),
  note: z.string().optional(),
  status: Status,
  overbooked: z.boolean(),
  /** Appointments that were created together have the same id here. */
  seriesId: z.uuid().optional(),
  lastReminder: LastReminder.optional(),
  /** Absent before the patient answers, and after the professional moves the appointment. */
  patientAnswer: PatientAnswer.optional(),
  /** What an assistant did. Absent when the professional or the patient acted last. */
  lastAct: z.object({ act: z.enum(ASSISTANT_ACTS), by: z.string(), at: Instant }).optional(),
  undecryptable,
});
export type Appointment = z.output<typeof Appointment>;

type OfPatient = Pick<Appointment, 'patientName' | 'patientSocialName' | 'patientRut' | 'patientDocumentType'>;

/** Who comes, in the form that the texts of a patient are made from. */
export const patientOf = ({ patientName, patientSocialName, patientRut, patientDocumentType }: OfPatient) => ({
  name: patientName,
  socialName: patientSocialName,
  rut: patientRut,
  documentType: patientDocumentType,
});

/** A response may omit the duration. The default duration then applies. */
export const withDuration = ({
  duration,
  ...appointment
}: Omit<Appointment, 'duration'> & { duration?: number | null }): Appointment => ({
  ...appointment,
  duration: duration ?? DEFAULT_DURATION,
});

/** Neither attended nor missed nor cancelled. */
export const isOpen = ({ status }: Pick<Appointment, 'status'>): boolean =>
  status === 'scheduled' || status === 'confirmed' || status === 'arrived';

/** Whether its note can be begun: on its day, or later if it was left open. */
export const canBeAttended = (appointment: Pick<Appointment, 'status' | 'date'>, today: string): boolean =>
  isOpen(appointment) && appointment.date <= today;

type Span = Pick<Appointment, 'time' | 'duration'>;

/** An appointment at '21:30' for 150 minutes ends at '24:00'. */
export const endTime = ({ time, duration }: Span): string => toClock(toMinutes(time) + duration);

/** '30min', '1h', '1h 30min', '2h', '2h 30min'. Other durations are given in minutes. */
export function durationLabel(duration: number): string {
  if (!(DURATIONS as readonly number[]).includes(duration)) return `${duration} min`;
  const hours = Math.floor(duration / 60);
  return [hours > 0 && `${hours}h`, duration % 60 > 0 && '30min'].filter(Boolean).join(' ');
}

export interface SlotOfDay<Taken extends Span = Appointment> {
  time: string;
  appointment: Taken | undefined;
}

/** The slots displayed for a day. A slot covered by a longer appointment is omitted unless another one starts in it. */
export function slotsOfDay<Taken extends Span>(appointments: readonly Taken[]): SlotOfDay<Taken>[] {
  const isCovered = (slot: string) =>
    appointments.some((one) => one.time < slot && toMinutes(slot) < toMinutes(one.time) + one.duration);
  return SLOTS.flatMap((time) => {
    const appointment = appointments.find((one) => one.time === time);
    return appointment || !isCovered(time) ? [{ time, appointment }] : [];
  });
}

/** Maximum number of overbooked appointments on a day, without the cancelled ones. The list of a day stays short. */
export const MAX_OVERBOOKED = 20;

export const listAppointments = endpoint({
  method: 'GET',
  path: '/api/appointments',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'Las citas de un día (date) o de un período (from y to) por hora, sin las canceladas o con status=cancelled solo las canceladas; o las de un paciente (patientId), desde la última, con las canceladas, de a 200 (before)',
  query: AppointmentsQuery,
  reply: z.array(Appointment),
  recordsRead: 'agenda.opened',
});

export const createAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Crea una cita, o con repeat una serie, cuya primera cita es la respuesta',
  body: AppointmentRequest,
  reply: Appointment.extend({
    /** The days of a series that were left out. */
    skipped: z.array(z.iso.date()).optional(),
  }),
  status: 201,
});

export const changeAppointment = endpoint({
  method: 'PATCH',
  path: '/api/appointments/{id}',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Cambia la hora, la duración, la nota o el estado de una cita, o también de las siguientes de su serie',
  params: Id,
  body: AppointmentChange,
  reply: Appointment,
});

export const deleteAppointment = endpoint({
  method: 'DELETE',
  path: '/api/appointments/{id}',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'Elimina una cita para siempre; sin notifyPatient=false, el paciente recibe un aviso si la cita aún no empieza',
  params: Id,
  query: z.object({
    hardDelete: z.literal('true').optional(),
    notifyPatient: z
      .enum(['true', 'false'], 'Debe ser true o false')
      .transform((value) => value === 'true')
      .optional(),
  }),
  reply: z.undefined(),
});
