import * as api from '#contract/deposits';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import {
  deletePaymentAccount,
  getPaymentAccount,
  type PaymentAccountDeps,
  putPaymentAccount,
} from './payment-account.service.ts';

export function paymentAccountRoutes(bind: Bind<Owner>, deps: PaymentAccountDeps): void {
  bind(api.getPaymentAccount, ({ owner }) => getPaymentAccount(deps, owner));
  bind(api.putPaymentAccount, ({ owner, body }) => putPaymentAccount(deps, owner, body));
  bind(api.deletePaymentAccount, ({ owner }) => deletePaymentAccount(deps, owner));
}
