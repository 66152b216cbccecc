import { getBookingPage } from '#contract/booking';
import { isWrite } from '#contract/endpoint';
import type { FailedLoginDeps } from './auth/failed-login.service.ts';
import { createLoginLimits } from './auth/login-limits.ts';
import type { Owner } from './auth/owner.ts';
import type { Deps } from './deps.ts';
import type { RequestGuard } from './platform/http/bind.ts';
import type { LimitBookingPage } from './platform/http/booking-page.ts';
import {
  applyAccountLimits,
  applyAddressLimits,
  applyPathLimits,
  applySessionLimits,
  applyWriteLimit,
} from './platform/rate-limit.ts';

type LimitDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'cipher' | 'sendsMail'> & FailedLoginDeps;
type Limits = Pick<RequestGuard<Owner>, 'rateLimitByAddress' | 'rateLimitByCaller'>;

/** The rate limits of requests, before and after it is known who calls. */
export function requestLimits(deps: LimitDeps, isEnabled: boolean): Limits {
  if (!isEnabled) return UNLIMITED;
  const { limitByAddress, limitByBody } = createLoginLimits(deps);
  return {
    rateLimitByAddress: (endpoint, { address }) => limitByAddress(endpoint, address),
    rateLimitByCaller: async (endpoint, { address, params, body, bodyBytes, owner }) => {
      await limitByBody(endpoint, address, body ?? {});
      await applyPathLimits(deps.identity, { endpoint, params }, deps.now());
      if (!owner) return;
      await applyAccountLimits(deps.identity, { endpoint, account: owner.actorId }, deps.now());
      await applySessionLimits(deps.identity, { endpoint, session: owner.sessionId }, deps.now());
      if (isWrite(endpoint)) await applyWriteLimit(deps.identity, { account: owner.actorId, bodyBytes }, deps.now());
    },
  };
}

/** The HTML of a booking page counts like the call that reads its data. */
export const bookingPageLimit =
  (deps: Pick<Deps, 'identity' | 'now'>, isEnabled: boolean): LimitBookingPage =>
  async ({ address, slug }) => {
    if (!isEnabled) return;
    await applyAddressLimits(deps.identity, { endpoint: getBookingPage, address }, deps.now());
    await applyPathLimits(deps.identity, { endpoint: getBookingPage, params: { slug } }, deps.now());
  };

const UNLIMITED: Limits = { rateLimitByAddress: async () => undefined, rateLimitByCaller: async () => undefined };
