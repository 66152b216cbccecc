import { placeInWords } from '#contract/place';
import { addressedName } from '#contract/reminder-message';
import type { ReminderSettings } from '#contract/reminder-settings';
import type { ReminderKind } from '#contract/reminders';
import type { Modality } from '#contract/services';
import type { PageSlug } from '#server/links/booking-page.store';
import { bookingAddress, linkAddress, rightsAddress, unsubscribeAddress } from '#server/links/link-address';
import type { OutgoingMail } from '#server/mail/composed-mail';
import { appointmentCalendar } from './appointment-calendar.ts';
import { appointmentMail } from './appointment-mail.ts';
import type { Professional } from './professionals.store.ts';

interface RenderedVisit {
  id: string;
  date: string;
  time: string;
  duration: number;
  revision: number;
}

interface Told {
  kind: ReminderKind;
  /** Undefined in a mail about a deleted appointment. */
  token: string | undefined;
  previous: { date: string; time: string } | undefined;
  isByPatient?: boolean;
}

interface Circumstances {
  professional: Professional;
  contact: { name: string; socialName: string | undefined; email: string };
  settings: ReminderSettings;
  page: PageSlug | undefined;
  /** Whether patients come to the place of the settings. All visits of a series have the same service. */
  modality: Modality;
  visits: readonly [RenderedVisit, ...RenderedVisit[]];
  timeZone: string;
  at: Date;
  publicUrl: string;
}

/** The mail of a message, with the appointments for the patient's calendar. */
export async function renderMessageMail(
  { kind, token, previous, isByPatient = false }: Told,
  { professional, contact, settings, page, modality, visits, timeZone, at, publicUrl }: Circumstances,
): Promise<OutgoingMail> {
  const { phone, message } = settings;
  const place = placeInWords(modality, settings.place);
  const link = token === undefined ? undefined : linkAddress(publicUrl, token);
  const { name, email } = professional;
  const rendered = appointmentMail(kind, {
    patient: addressedName(contact),
    professional: name,
    timeZone,
    place,
    phone,
    message,
    hours: visits,
    previous,
    isByPatient,
    link,
    bookingLink: bookingAddress(publicUrl, page),
    rightsLink: rightsAddress(publicUrl, page, token),
  });
  const isCancelled = kind === 'cancellation';
  const method = isCancelled ? 'CANCEL' : 'PUBLISH';
  const status = isCancelled ? 'CANCELLED' : 'CONFIRMED';
  const events = visits.map(
    ({ revision, ...visit }) => ({ ...visit, sequence: revision, changedAt: at, status }) as const,
  );
  const content = await appointmentCalendar({
    method,
    events,
    timeZone,
    professional: { name, email },
    place,
    // The link belongs to the first visit of a series.
    url: visits.length === 1 ? link : undefined,
  });
  return {
    ...rendered,
    to: contact.email,
    senderName: name,
    replyTo: email,
    listUnsubscribe: token === undefined ? undefined : unsubscribeAddress(publicUrl, token),
    calendar: { method, content },
  };
}
