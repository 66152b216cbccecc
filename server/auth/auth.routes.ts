import * as api from '#contract/auth';
import * as recovery from '#contract/recovery';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { logIn, logOut, refreshSession, registerProfessional, userOf } from './auth.service.ts';
import { confirmEmail, requestConfirmationMail } from './email-confirmation.service.ts';
import type { Owner } from './owner.ts';
import { confirmRecovery, requestRecovery } from './recovery.service.ts';

export function authRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.login, ({ body, sender }) => logIn(deps, body, sender));
  bind(api.register, ({ body }) => registerProfessional(deps, body));
  bind(api.me, ({ owner }) => userOf(deps, owner.user));
  bind(api.refresh, ({ body }) => refreshSession(deps, body.refreshToken));
  bind(api.logout, ({ body }) => logOut(deps, body.refreshToken));
  bind(recovery.requestRecovery, ({ body }) => requestRecovery(deps, body.email));
  bind(recovery.confirmRecovery, ({ body }) => confirmRecovery(deps, body));
  bind(recovery.confirmEmail, ({ body }) => confirmEmail(deps, body.token));
  bind(recovery.requestConfirmationMail, ({ owner }) => requestConfirmationMail(deps, owner));
}
