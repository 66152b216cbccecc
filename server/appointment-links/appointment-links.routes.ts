import * as api from '#contract/appointment-links';
import { refundLinkedDeposit } from '#contract/deposits';
import { endAppointmentLinks as endLinks } from '#contract/reminders';
import type { Owner } from '#server/auth/owner';
import { confirmWaitingByLink, readLinkedWaiting } from '#server/booking/waiting-link.service';
import type { Deps } from '#server/deps';
import type { Bind, Sender } from '#server/platform/http/bind';
import {
  calendarOfLink,
  cancelByLink,
  confirmByLink,
  createLinkReader,
  endAppointmentLinks,
  type LinkReaderDeps,
  moveByLink,
  refundByLink,
  slotsOfLink,
  unsubscribeByLink,
} from './appointment-links.service.ts';
import { toLinkedAppointment } from './open-link.ts';

interface LinkCall {
  params: { token: string };
  sender: Sender;
}

const useOf = ({ params, sender }: LinkCall) => ({ token: params.token, address: sender.address });

export function appointmentLinksRoutes(bind: Bind<Owner>, deps: Deps & LinkReaderDeps): void {
  const read = createLinkReader(deps);
  bind(api.getLinkedAppointment, async (call) => toLinkedAppointment(await read(useOf(call)), deps.now()));
  bind(api.getLinkedWaiting, ({ params }) => readLinkedWaiting(deps, params.token));
  bind(api.confirmLinkedWaiting, (call) => confirmWaitingByLink(deps, useOf(call)));
  bind(api.confirmLinkedAppointment, (call) => confirmByLink(deps, useOf(call), call.body));
  bind(api.cancelLinkedAppointment, (call) => cancelByLink(deps, useOf(call), call.body));
  bind(api.listLinkedSlots, async (call) => slotsOfLink(deps, await read(useOf(call)), call.query));
  bind(api.moveLinkedAppointment, (call) => moveByLink(deps, useOf(call), call.body));
  bind(refundLinkedDeposit, (call) => refundByLink(deps, useOf(call)));
  bind(api.linkedCalendar, async (call) => calendarOfLink(deps, await read(useOf(call)), call.params.token));
  bind(api.unsubscribeByLink, (call) => unsubscribeByLink(deps, useOf(call)));
  bind(endLinks, ({ owner, params }) => endAppointmentLinks(deps, owner, params.id));
}
