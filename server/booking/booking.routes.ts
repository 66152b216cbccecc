import * as api from '#contract/booking';
import * as requests from '#contract/booking-requests';
import * as settings from '#contract/booking-settings';
import * as waiting from '#contract/waiting-list';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { createChallenge } from '#server/proof-of-work/proof-of-work.service';
import { type BookingDeps, createBooking, listBookingSlots, nextBookingHour } from './booking.service.ts';
import { getBookingPage, openPage } from './booking-page.service.ts';
import type { ProgressDeps } from './booking-progress.service.ts';
import {
  acceptBookingRequest,
  countBookingRequests,
  listBookingRequests,
  rejectBookingRequest,
  rejectConnection,
} from './booking-requests.service.ts';
import { getBookingSettings, previewBookingHours, putBookingSettings } from './booking-settings.service.ts';
import { refuseAsClosed } from './refuse-as-closed.ts';
import { resendBooking } from './resend.service.ts';
import { joinWaitingList, listWaiting, removeFromWaitingList, removeTogether } from './waiting-list.service.ts';

export function bookingRoutes(bind: Bind<Owner>, deps: BookingDeps & ProgressDeps): void {
  bind(settings.getBookingSettings, ({ owner }) => getBookingSettings(deps, owner));
  bind(settings.putBookingSettings, ({ owner, body }) => putBookingSettings(deps, owner, body));
  bind(settings.previewBookingHours, ({ owner, body }) => previewBookingHours(deps, owner, body));

  bind(api.getBookingPage, ({ params }) => getBookingPage(deps, params.slug));
  bind(api.listBookingSlots, ({ params, query }) => listBookingSlots(deps, params.slug, query));
  bind(api.getNextBookingHour, ({ params, query }) => nextBookingHour(deps, params.slug, query.serviceId));
  bind(api.getBookingChallenge, async ({ params }) => {
    await openPage(deps, params.slug);
    return createChallenge(deps);
  });
  bind(api.createBooking, ({ params, body, sender, countRequest }) =>
    createBooking(deps, params.slug, body, { address: sender.address, countRequest }).catch(refuseAsClosed),
  );
  bind(api.resendBooking, ({ params, body, sender }) =>
    resendBooking(deps, { bookingKey: params.bookingKey, email: body?.email, address: sender.address }),
  );

  bind(requests.listBookingRequests, ({ owner }) => listBookingRequests(deps, owner));
  bind(requests.countBookingRequests, ({ owner }) => countBookingRequests(deps, owner));
  bind(requests.acceptBookingRequest, ({ owner, params }) => acceptBookingRequest(deps, owner, params.id));
  bind(requests.rejectBookingRequest, ({ owner, params, body }) =>
    rejectBookingRequest(deps, owner, params.id, body?.message),
  );
  bind(requests.rejectConnection, ({ owner, params }) => rejectConnection(deps, owner, params.id));

  bind(waiting.joinWaitingList, ({ params, body, sender, countRequest }) =>
    joinWaitingList(deps, params.slug, body, { address: sender.address, countRequest }).catch(refuseAsClosed),
  );
  bind(waiting.listWaiting, ({ owner }) => listWaiting(deps, owner));
  bind(waiting.removeWaitingTogether, ({ owner, body }) => removeTogether(deps, owner, body.ids));
  bind(waiting.removeWaiting, ({ owner, params }) => removeFromWaitingList(deps, owner, params.id));
}
