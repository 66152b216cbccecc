import { EXAMPLE } from '#contract/appointment-mail';
import { addDays, dayIn } from '#contract/days';
import { TEST_TOKEN } from '#contract/link-page';
import { timeZoneOf } from '#contract/regions';
import { findPageSlug } from '#server/links/booking-page.store';
import type { OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { uuidv7 } from '#server/platform/uuid';
import { areAllRemote } from '#server/services/services.service';
import type { MessageMailDeps } from './message-mail.service.ts';
import { findProfessional } from './professionals.store.ts';
import { findReminderSettings } from './reminder-settings.store.ts';
import { renderMessageMail } from './render-message-mail.ts';

/** The reminder as a patient would get it, about an appointment of tomorrow that does not exist. */
export async function composeTest(
  deps: MessageMailDeps,
  { ownerId }: QueuedComposedMail,
): Promise<OutgoingMail | undefined> {
  const professional = await findProfessional(deps.mail, ownerId);
  if (!professional) return undefined;
  const [settings, page, isRemote] = await deps.tenantRead(ownerId, (db) =>
    Promise.all([findReminderSettings(db), findPageSlug(db), areAllRemote(db)]),
  );
  const timeZone = timeZoneOf(professional.region);
  const at = deps.now();
  const date = addDays(dayIn(timeZone, at), 1);
  const mail = await renderMessageMail(
    { kind: 'before', token: TEST_TOKEN, previous: undefined },
    {
      professional,
      contact: { name: EXAMPLE.patient, socialName: undefined, email: professional.email },
      settings,
      page,
      modality: isRemote ? 'remote' : 'in-person',
      visits: [{ id: uuidv7(at), date, time: EXAMPLE.time, duration: 30, revision: 0 }],
      timeZone,
      at,
      publicUrl: deps.publicUrl,
    },
  );
  return { ...mail, subject: `Prueba: ${mail.subject}`, listUnsubscribe: undefined };
}
