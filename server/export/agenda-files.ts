import { momentIn } from '#contract/access-log';
import { APPOINTMENT_STATUSES, patientOf } from '#contract/agenda';
import { DOCUMENT_TYPES, type DocumentType } from '#contract/patient-identity';
import { timeZoneOf } from '#contract/regions';
import {
  ANSWER_TEXTS,
  type LastReminder,
  type PatientAnswer,
  REMINDER_CHANNEL_TEXTS,
  REMINDER_STATUS_TEXTS,
} from '#contract/reminder-states';
import { REMINDER_KIND_TEXTS } from '#contract/reminders';
import { pagesOfAppointments } from '#server/agenda/agenda.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import { pagesOfReminders } from '#server/reminders/reminders.service';

type AgendaFilesDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

const PATIENT_HEADINGS = ['Tipo de documento', 'Nombre social'];

interface ExportedPatient {
  documentType?: DocumentType | undefined;
  socialName?: string | undefined;
}

const patientCells = ({ documentType = 'rut', socialName = '' }: ExportedPatient): string[] => [
  DOCUMENT_TYPES[documentType],
  socialName,
];

const APPOINTMENT_HEADINGS = [
  'Fecha',
  'Hora',
  'Minutos',
  'Paciente',
  'RUT',
  'Nota',
  'Estado',
  'Sobrecupo',
  ...PATIENT_HEADINGS,
  'Último recordatorio',
  'Estado del recordatorio',
  'Fecha y hora del recordatorio',
  'Respuesta del paciente',
  'Fecha y hora de la respuesta',
  'Motivo del paciente',
  'Servicio',
  'Reservada en línea',
];

/** The appointments of a patient, or of the account, with the last reminder and what the patient answered. */
export async function* appointmentsCsv(
  deps: AgendaFilesDeps,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(APPOINTMENT_HEADINGS)}`;
  for await (const page of pagesOfAppointments(deps, owner, patientId)) {
    const lines = page.map((appointment) => {
      const { date, time, duration, note = '', serviceName = '', bookedOnline = false } = appointment;
      const { status, overbooked, lastReminder, patientAnswer } = appointment;
      const patient = patientOf(appointment);
      return csvLine([
        date,
        time,
        String(duration),
        patient.name,
        patient.rut,
        note,
        APPOINTMENT_STATUSES[status],
        overbooked ? 'Sí' : 'No',
        ...patientCells(patient),
        ...reminderCells(lastReminder, moment),
        ...answerCells(patientAnswer, moment),
        serviceName,
        bookedOnline ? 'Sí' : 'No',
      ]);
    });
    yield lines.join('');
  }
}

type Moment = ReturnType<typeof momentIn>;

const reminderCells = (reminder: LastReminder | undefined, moment: Moment): string[] =>
  reminder
    ? [REMINDER_CHANNEL_TEXTS[reminder.channel], REMINDER_STATUS_TEXTS[reminder.status], moment(reminder.at)]
    : ['', '', ''];

const answerCells = (answer: PatientAnswer | undefined, moment: Moment): string[] =>
  answer ? [ANSWER_TEXTS[answer.answer], moment(answer.at), answer.reason ?? ''] : ['', '', ''];

const REMINDER_HEADINGS = [
  'Fecha y hora',
  'Mensaje',
  'Medio',
  'Estado',
  'Destinatario',
  'Por qué no se envió',
  'Fecha de la cita',
  'Hora de la cita',
  'Paciente',
  'RUT',
  ...PATIENT_HEADINGS,
];

/** The messages about appointments to a patient, or to all patients of the account. */
export async function* remindersCsv(deps: AgendaFilesDeps, owner: Owner, patientId?: string): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(REMINDER_HEADINGS)}`;
  for await (const page of pagesOfReminders(deps, owner, patientId)) {
    const lines = page.map(({ at, kind, channel, status, recipient = '', failure = '', visit, patient }) =>
      csvLine([
        moment(at),
        REMINDER_KIND_TEXTS[kind],
        REMINDER_CHANNEL_TEXTS[channel],
        REMINDER_STATUS_TEXTS[status],
        recipient,
        failure,
        visit?.date ?? '',
        visit?.time ?? '',
        patient.name,
        patient.rut,
        ...patientCells(patient),
      ]),
    );
    yield lines.join('');
  }
}
