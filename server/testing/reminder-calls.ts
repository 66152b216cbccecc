import { createAppointment } from '#contract/agenda';
import { DEFAULT_REMINDER_SETTINGS } from '#contract/reminder-settings';
import type { EndpointCall } from './endpoint-call.ts';
import { appointmentOf, newAppointment, type Person } from './endpoint-resources.ts';

const onDay = () => ({ query: { date: '2030-01-07' } });
const ofAppointment = async (owner: Person) => ({ params: { id: await newAppointment(owner) } });

/** An appointment of a patient with a telephone. */
async function ofReachablePatient(owner: Person) {
  const { _id: patientId } = await owner.hasPatient({ phone: '9 1234 5678' });
  const { body } = await owner.send(createAppointment, { body: { ...(await appointmentOf(owner)), patientId } });
  return { params: { id: body._id } };
}

/** The calls of `endpointCalls` about reminders. */
export const reminderCalls: Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> = {
  'GET /api/account/reminders': () => ({}),
  'PUT /api/account/reminders': () => ({ body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true } }),
  'POST /api/account/reminders/test': () => ({}),
  'GET /api/appointments/{id}/reminders': ofAppointment,
  'POST /api/appointments/{id}/reminders': async (owner) => ({
    ...(await ofReachablePatient(owner)),
    body: { channel: 'whatsapp' },
  }),
  'GET /api/reminders': onDay,
  'GET /api/reminders/answers': onDay,
  'GET /api/reminders/last-change': () => ({}),
};
