import { act, cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, vi } from 'vitest';
import { getAccount } from '#contract/account';
import { listAppointments } from '#contract/agenda';
import { listAttachments } from '#contract/attachments';
import { me, type User } from '#contract/auth';
import { countBookingRequests } from '#contract/booking-requests';
import { DEFAULT_BOOKING_SETTINGS, getBookingSettings } from '#contract/booking-settings';
import { chargeTotals } from '#contract/charge-amounts';
import { getChargeSettings } from '#contract/charge-reminders';
import {
  listAppointmentCharges,
  listChargedMonths,
  listCharges,
  listPendingCharges,
  sumPendingCharges,
} from '#contract/charge-summaries';
import { getPaymentAccount, type PaymentAccount } from '#contract/deposits';
import { listDrafts } from '#contract/drafts';
import { getFirstSteps } from '#contract/first-steps';
import { health } from '#contract/health';
import { listPasskeys } from '#contract/passkeys';
import { getPrintSettings } from '#contract/print-settings';
import { getProcessingAgreement, PROCESSING_AGREEMENT, type ProcessingAgreement } from '#contract/processing-agreement';
import { DEFAULT_REMINDER_SETTINGS, getReminderSettings } from '#contract/reminder-settings';
import { getLastReminderChange, listAnswers } from '#contract/reminders';
import { countRightsRequests } from '#contract/rights-requests';
import { listServices } from '#contract/services';
import { listSessions, type Session } from '#contract/sessions';
import { listBlockedShares, listShares } from '#contract/shares';
import { getWorkingHours, listAbsences } from '#contract/working-hours';
import { routes } from '#web/app/routes.tsx';
import { queryClient } from '#web/platform/query-client.ts';
import { storeTokens } from '#web/platform/session.ts';
import { type MockServer, mockServer } from './mock-server.ts';

export const ANA: User = {
  _id: '0197a000-0000-7000-8000-00000000000a',
  name: 'Ana Pérez Soto',
  email: 'ana@ejemplo.cl',
  role: 'professional',
  rut: '12345678-5',
  rnpi: '763509',
  profession: 'Médicos/as',
  specialty: 'Medicina familiar',
  city: 'Valdivia',
  region: 'Región de Los Ríos',
  subscriptionStatus: 'free',
  patientCount: 0,
  patientLimit: 1,
  nextPaymentDate: null,
};

export const ADMIN: User = {
  ...ANA,
  _id: '0197a000-0000-7000-8000-00000000000b',
  name: 'Administración',
  email: 'admin@ejemplo.cl',
  role: 'admin',
};

export const THIS_SESSION: Session = {
  _id: '0197a000-0000-7000-8000-0000000000aa',
  current: true,
  device: 'Firefox en Windows',
  createdAt: '2026-07-01T13:00:00.000Z',
  lastUsedAt: '2026-07-15T14:30:00.000Z',
};

const ACCEPTANCE = { version: PROCESSING_AGREEMENT.version, acceptedAt: '2026-11-20T13:00:00.000Z' };
export const ACCEPTED_AGREEMENT: ProcessingAgreement = {
  ...PROCESSING_AGREEMENT,
  accepted: ACCEPTANCE,
  history: [ACCEPTANCE],
};

/** A professional whose patients pay no deposits. */
export const NO_PAYMENT_ACCOUNT: PaymentAccount = {
  configured: false,
  notificationUrl: `https://ficha.ejemplo.cl/api/payments/webhook/${ANA._id}`,
  takesDeposits: false,
  isTest: false,
};

interface OpenApp {
  user: UserEvent;
  /** The address that the address bar would show. */
  address: () => string;
  navigate: (to: string | number) => Promise<void>;
}

interface Options {
  /** Who is signed in. Null for a visitor. */
  signedIn?: User | null;
}

/** A mock server that knows who is signed in. */
export function serverFor(account: User = ANA): MockServer {
  const server = mockServer();
  server.reply(health, { status: 'ok' });
  server.reply(me, account);
  server.reply(getAccount, account);
  server.reply(listSessions, [THIS_SESSION]);
  server.reply(listPasskeys, []);
  server.reply(getPrintSettings, { pageSize: 'letter' });
  server.reply(getWorkingHours, { hours: [] });
  server.reply(listAbsences, []);
  server.reply(listServices, []);
  server.reply(listAppointments, []);
  server.reply(listAppointmentCharges, []);
  server.reply(getReminderSettings, DEFAULT_REMINDER_SETTINGS);
  server.reply(getLastReminderChange, { at: null });
  server.reply(listAnswers, []);
  server.reply(countBookingRequests, { total: 0 });
  server.reply(countRightsRequests, { total: 0 });
  server.reply(getBookingSettings, { ...DEFAULT_BOOKING_SETTINGS, slug: 'ana-perez-soto' });
  server.reply(getPaymentAccount, NO_PAYMENT_ACCOUNT);
  server.reply(getProcessingAgreement, ACCEPTED_AGREEMENT);
  server.reply(listCharges, { charges: [], totals: chargeTotals([]), total: 0, due: 0 });
  server.reply(listPendingCharges, []);
  server.reply(sumPendingCharges, { patients: 0, pending: 0, byAge: { recent: 0, month: 0, old: 0 } });
  server.reply(listChargedMonths, []);
  server.reply(getChargeSettings, { message: '' });
  server.reply(listDrafts, []);
  server.reply(listAttachments, []);
  server.reply(listShares, []);
  server.reply(listBlockedShares, []);
  server.reply(getFirstSteps, { patient: true, appointment: true, note: true });
  return server;
}

/** Renders the routes of the product at that address, on a mock server. */
export async function openApp(path: string, server: MockServer, { signedIn = ANA }: Options = {}): Promise<OpenApp> {
  vi.stubGlobal('fetch', server.fetch);
  if (signedIn) storeTokens({ accessToken: 'access', refreshToken: 'refresh' });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await vi.waitUntil(() => router.state.initialized, { timeout: 60_000 });
  render(<RouterProvider router={router} />);
  return {
    // Between two inputs user-event waits on a timer, which may be a fake one.
    user: userEvent.setup({ advanceTimers: (delay) => void (vi.isFakeTimers() && vi.advanceTimersByTime(delay)) }),
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    navigate: (to) => act(() => router.navigate(to as string)),
  };
}

/** The page is loaded again in its tab. */
export function reloadApp(path: string, server: MockServer): Promise<OpenApp> {
  act(() => void dispatchEvent(new Event('pagehide')));
  cleanup();
  queryClient.clear();
  return openApp(path, server);
}

/** Lets that much time pass on fake timers, with all that happens meanwhile. */
export const letTimePass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Waits until the toast shows that text. Its announcement for screen readers repeats the text for a second. */
export async function expectToast(text: string | RegExp): Promise<void> {
  await vi.waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent(text), { timeout: 60_000 });
}

/** Closes the toast, so that the next one is not mistaken for it. */
export const closeToast = (): void => act(() => document.querySelector<HTMLElement>('.toast button')?.click());

/** The user returns from another tab or window: outdated data is loaded again. */
export const showPageAgain = (): void => act(() => void window.dispatchEvent(new Event('visibilitychange')));

/** The tokens of the session that this browser keeps. */
export const storedTokens = () => ({
  accessToken: localStorage.getItem('accessToken'),
  refreshToken: localStorage.getItem('refreshToken'),
});

export const NO_TOKENS = { accessToken: null, refreshToken: null };
