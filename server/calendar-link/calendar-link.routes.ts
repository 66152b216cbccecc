import * as api from '#contract/calendar-link';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { type CalendarDeps, createCalendarReader } from './calendar-feed.service.ts';
import { createCalendarLink, getCalendarLink, revokeCalendarLink, type SessionLock } from './calendar-link.service.ts';

export function calendarLinkRoutes(bind: Bind<Owner>, deps: Deps & CalendarDeps & SessionLock): void {
  const readCalendar = createCalendarReader(deps);
  bind(api.calendarFeed, ({ params, sender }) => readCalendar(params.token, sender.address));
  bind(api.getCalendarLink, ({ owner }) => getCalendarLink(deps, owner));
  bind(api.createCalendarLink, ({ owner, body }) => createCalendarLink(deps, owner, body.names));
  bind(api.deleteCalendarLink, ({ owner }) => revokeCalendarLink(deps, owner));
}
