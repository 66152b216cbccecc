import * as api from '#contract/deposits';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { type DepositNotificationDeps, receiveDepositNotification } from './deposit-notifications.service.ts';
import {
  deletePaymentAccount,
  getPaymentAccount,
  type PaymentAccountDeps,
  putPaymentAccount,
} from './payment-account.service.ts';
import { decideTestDeposit, getTestDeposit, type TestDepositDeps } from './test-deposits.service.ts';

export function paymentAccountRoutes(
  bind: Bind<Owner>,
  deps: PaymentAccountDeps & DepositNotificationDeps & TestDepositDeps,
): void {
  bind(api.getPaymentAccount, ({ owner }) => getPaymentAccount(deps, owner));
  bind(api.putPaymentAccount, ({ owner, body }) => putPaymentAccount(deps, owner, body));
  bind(api.deletePaymentAccount, ({ owner }) => deletePaymentAccount(deps, owner));

  bind(api.receiveDepositNotification, ({ params, query, body, sender }) =>
    receiveDepositNotification(deps, { accountKey: params.accountKey, query, body, sender }),
  );
  bind(api.getTestDeposit, ({ params }) => getTestDeposit(deps, params.id));
  bind(api.decideTestDeposit, ({ params, body }) => decideTestDeposit(deps, params.id, body.outcome));
}
