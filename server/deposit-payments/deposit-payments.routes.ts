import { refundChargePayment as endpoint } from '#contract/charges';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { refundChargePayment } from './charge-refund.service.ts';
import type { CheckDeps } from './deposit-check.service.ts';

export function depositPaymentsRoutes(bind: Bind<Owner>, deps: CheckDeps): void {
  bind(endpoint, ({ owner, params }) => refundChargePayment(deps, owner, params));
}
