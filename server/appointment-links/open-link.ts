import type { LinkedAppointment } from '#contract/appointment-links';
import { toClock } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { shownName } from '#contract/reminder-message';
import type { ReminderSettings } from '#contract/reminder-settings';
import { openAccount } from '#server/auth/open-account.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { tokenHash } from '#server/platform/crypto/tokens';
import { instantIn } from '#server/platform/wall-clock';
import { readReminderSettings } from '#server/reminders/reminder-settings.service';
import { findLink, findVisit, type VisitRow } from './appointment-links.store.ts';
import { patientActs } from './patient-acts.ts';

export type LinkDeps = Pick<Deps, 'public' | 'identity' | 'tenantRead' | 'now'>;

export interface OpenedLink {
  ownerId: string;
  appointmentId: string;
  professional: { name: string; email: string };
  timeZone: string;
  visit: VisitRow;
  settings: ReminderSettings;
}

/** The appointment of a link. A link that does not work is refused in one way, which does not tell why. */
export async function openLink(deps: LinkDeps, token: string): Promise<OpenedLink> {
  const link = await findLink(deps.public, tokenHash(token));
  if (!link || link.expiresAt <= deps.now()) throw new AppError('LINK_ENDED');
  const { ownerId, appointmentId } = link;
  const [professional, [visit, settings]] = await Promise.all([
    openAccount(deps, ownerId),
    deps.tenantRead(ownerId, (db) => Promise.all([findVisit(db, appointmentId), readReminderSettings(db)])),
  ]);
  if (!professional || !visit) throw new AppError('LINK_ENDED');
  return { ownerId, appointmentId, professional, timeZone: timeZoneOf(professional.region), visit, settings };
}

/** What the page of the link shows. */
export function toLinkedAppointment(link: OpenedLink, now: Date): LinkedAppointment {
  const { professional, timeZone, visit, settings } = link;
  const { date, duration, status, reminders } = visit;
  const time = toClock(visit.startMinute);
  const startsAt = instantIn(timeZone, { date, time });
  const { isOver, canConfirm, canCancel, canMove } = patientActs({ status, startsAt }, settings, now);
  return {
    professional: professional.name,
    patient: shownName({ name: visit.name, socialName: visit.socialName ?? undefined }),
    date,
    time,
    duration,
    timeZone,
    place: settings.place || undefined,
    phone: settings.phone || undefined,
    status,
    canConfirm,
    canCancel,
    canMove,
    isBookingToConfirm: false,
    reminders,
    isOver,
  };
}
