import { listLinkedSlots } from '#contract/appointment-links';
import { addDays } from '#contract/days';
import { newAppointmentLink, setReminderSettings } from './appointment-links.ts';
import { newWaitingLink } from './booking-calls.ts';
import type { EndpointCall } from './endpoint-call.ts';
import { newAppointment, type Person } from './endpoint-resources.ts';
import type { TestApp } from './test-app.ts';

/** The calls of `endpointCalls` with the link of an appointment, and the call that ends its links. */
export function appointmentLinkCalls(testApp: TestApp): Record<string, (owner: Person) => Promise<EndpointCall>> {
  /** The link of a new appointment, whose patient may choose another hour. */
  const ofLink = async (owner: Person) => {
    const [ownerId, expiresAt] = [owner.user._id, new Date('2031-01-01')];
    await setReminderSettings(testApp, ownerId, { allowMove: true });
    const appointmentId = await newAppointment(owner);
    return { params: { token: await newAppointmentLink(testApp, { ownerId, appointmentId, expiresAt }) } };
  };
  const nextWeeks = () => {
    const from = testApp.deps.now().toISOString().slice(0, 10);
    return { from, to: addDays(from, 30) };
  };
  const path = '/api/appointment-links/{token}';
  return {
    'DELETE /api/appointments/{id}/links': async (owner) => ({ params: { id: await newAppointment(owner) } }),
    [`GET ${path}`]: ofLink,
    [`GET ${path}/waiting`]: (owner) => newWaitingLink(testApp, owner),
    [`POST ${path}/waiting`]: (owner) => newWaitingLink(testApp, owner),
    [`POST ${path}/confirm`]: ofLink,
    [`POST ${path}/cancel`]: async (owner) => ({ ...(await ofLink(owner)), body: { reason: 'Viajo' } }),
    [`GET ${path}/slots`]: async (owner) => ({ ...(await ofLink(owner)), query: nextWeeks() }),
    [`POST ${path}/move`]: async (owner) => {
      const { params } = await ofLink(owner);
      const { body } = await testApp.send(listLinkedSlots, { params, query: nextWeeks() });
      return { params, body: { date: body[0]?.date, time: body[0]?.times[0] } };
    },
    [`GET ${path}/calendar`]: ofLink,
    [`POST ${path}/unsubscribe`]: ofLink,
  };
}
