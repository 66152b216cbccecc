import { z } from 'zod';
import { addDays } from './days.ts';
import { Day, SentId } from './wire.ts';

/** Maximum number of days of a period, its first and last day included. */
export const MAX_PERIOD_DAYS = 42;
/** Maximum number of appointments of a patient in one reply. */
export const APPOINTMENTS_PER_PAGE = 200;

const DATE_FORM = 'La fecha debe tener la forma aaaa-mm-dd';

export const AppointmentsQuery = z
  .object({
    date: Day(DATE_FORM).optional(),
    from: Day(DATE_FORM).optional(),
    to: Day(DATE_FORM).optional(),
    patientId: SentId('Selecciona un paciente').optional(),
    /** With 'cancelled', only the cancelled appointments of a day or a period. */
    status: z.literal('cancelled', 'Solo se puede pedir las canceladas').optional(),
    /** The id of an appointment of the patient. The reply begins with the next one in the list. */
    before: SentId().optional(),
  })
  .superRefine(({ date, from, to, patientId, before, status }, context) => {
    // Runs also after a refused field: what follows computes with days.
    if (context.issues.length > 0) return;
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] });
    const forms = [date, from ?? to, patientId].filter((form) => form !== undefined);
    if (forms.length === 0) refuse('date', DATE_FORM);
    if (forms.length > 1) refuse('date', 'Indica un día, un período o un paciente');
    if (before !== undefined && patientId === undefined) refuse('before', 'Solo con un paciente');
    if (status !== undefined && patientId !== undefined) refuse('status', 'Solo con un día o un período');
    if (from === undefined && to === undefined) return;
    if (from === undefined) refuse('from', DATE_FORM);
    else if (to === undefined) refuse('to', DATE_FORM);
    else if (to < from) refuse('to', 'El período termina antes de empezar');
    else if (to >= addDays(from, MAX_PERIOD_DAYS)) {
      refuse('to', `El período puede tener a lo más ${MAX_PERIOD_DAYS} días`);
    }
  });
export type AppointmentsQuery = z.output<typeof AppointmentsQuery>;
