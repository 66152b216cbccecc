import * as api from '#contract/admin';
import * as closedAccounts from '#contract/closed-accounts';
import * as mail from '#contract/mail';
import * as identity from '#contract/professional-identity';
import type { Owner } from '#server/auth/owner';
import { resetPasswordToRut } from '#server/auth/password-reset.service';
import { deletePayment, deleteWebhook, setSubscription } from '#server/billing/administration.service';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { setIdentity } from '#server/professional-identity/professional-identity.service';
import * as admin from './admin.service.ts';
import { deleteUser, listClosedAccounts, restoreAccount } from './closed-accounts.service.ts';
import { countMails, mailsOn } from './mails.store.ts';
import { countUsers } from './users.store.ts';
import { countWebhooks } from './webhooks.store.ts';

export function adminRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.getStatistics, () => admin.getStatistics(deps));
  bind(api.listUsers, ({ query }) => admin.listUsers(deps, query));
  bind(api.countUsers, async ({ query }) => ({
    total: await deps.adminRead((db) => countUsers(db, query.search)),
  }));
  bind(api.getUser, ({ params }) => admin.getUser(deps, params.id));
  bind(api.getSubscriptionOfUser, ({ params }) => admin.getSubscriptionOfUser(deps, params.id));
  bind(api.listPaymentsOfUser, ({ params }) => admin.listPaymentsOfUser(deps, params.id));
  bind(api.listWebhooksOfUser, ({ params }) => admin.listWebhooksOfUser(deps, params.id));
  bind(api.setSubscription, ({ owner, params, body }) => setSubscription(deps, owner, params.id, body.status));
  bind(api.resetPassword, ({ owner, params }) => resetPasswordToRut(deps, owner, params.id));
  bind(identity.setIdentity, ({ owner, params, body }) => setIdentity(deps, owner, params.id, body));
  bind(api.deleteUser, ({ owner, params }) => deleteUser(deps, owner, params.id));
  bind(closedAccounts.listClosedAccounts, () => listClosedAccounts(deps));
  bind(closedAccounts.restoreAccount, ({ owner, params }) => restoreAccount(deps, owner, params.id));
  bind(api.listWebhooks, ({ query }) => admin.listWebhooks(deps, query));
  bind(api.countWebhooks, async ({ query }) => ({
    total: await deps.adminRead((db) => countWebhooks(db, query.search)),
  }));
  bind(mail.listMails, ({ query }) => deps.adminRead((db) => mailsOn(db, query)));
  bind(mail.countMails, async ({ query }) => ({
    total: await deps.adminRead((db) => countMails(db, query.search)),
  }));
  bind(api.deletePayment, ({ owner, params }) => deletePayment(deps, owner, params.id));
  bind(api.deleteWebhook, ({ owner, params }) => deleteWebhook(deps, owner, params.id));
}
