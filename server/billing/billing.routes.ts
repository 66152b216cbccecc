import * as api from '#contract/billing';
import * as testCheckout from '#contract/test-checkout';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { PaymentsDeps } from '#server/payments/choose-payments';
import type { Bind } from '#server/platform/http/bind';
import { listPayments, subscriptionInfo } from './billing.service.ts';
import { receiveNotification } from './notifications.service.ts';
import { createPreference } from './purchases.service.ts';
import { storageUse } from './quota.service.ts';
import { checkPayments } from './reconcile.service.ts';
import { decideTestCheckout, getTestCheckout } from './test-checkout.service.ts';

export function billingRoutes(bind: Bind<Owner>, deps: Deps & PaymentsDeps): void {
  bind(api.getSubscriptionInfo, ({ owner }) => subscriptionInfo(deps, owner));
  bind(api.getStorageUse, ({ owner }) => storageUse(deps, owner));
  bind(api.listPayments, ({ owner }) => listPayments(deps, owner));
  bind(api.createPreference, ({ owner, body }) => createPreference(deps, owner, body.subscriptionType));
  bind(api.checkPayments, ({ owner }) => checkPayments(deps, owner));
  bind(api.receiveNotification, (notification) => receiveNotification(deps, notification));
  bind(testCheckout.getTestCheckout, ({ owner, params }) => getTestCheckout(deps, owner, params.id));
  bind(testCheckout.decideTestCheckout, ({ owner, params, body }) =>
    decideTestCheckout(deps, owner, params.id, body.outcome),
  );
}
