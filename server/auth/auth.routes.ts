import * as api from '#contract/auth';
import * as recovery from '#contract/recovery';
import * as secondFactor from '#contract/second-factor';
import * as sessions from '#contract/sessions';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { logOut, refreshSession, registerProfessional } from './auth.service.ts';
import { userOf } from './current-user.service.ts';
import { confirmEmail, requestConfirmationMail } from './email-confirmation.service.ts';
import type { FailedLoginDeps } from './failed-login.service.ts';
import { logIn } from './log-in.service.ts';
import { toDevice } from './login-device.service.ts';
import type { Owner } from './owner.ts';
import { confirmRecovery, requestRecovery } from './recovery.service.ts';
import { answerChallenge, beginTotp, confirmTotp, removeTotp } from './second-factor.service.ts';
import { endOthers, endSession, listSessions, reauthenticate } from './sessions.service.ts';

export function authRoutes(bind: Bind<Owner>, deps: Deps & FailedLoginDeps): void {
  bind(api.login, ({ body, sender }) => logIn(deps, body, toDevice(body, sender)));
  bind(api.answerChallenge, ({ body, sender }) => answerChallenge(deps, body, toDevice(body, sender)));
  bind(api.register, ({ body, sender }) => registerProfessional(deps, body, sender.address));
  bind(api.me, ({ owner }) => userOf(deps, owner.user));
  bind(api.refresh, ({ body }) => refreshSession(deps, body.refreshToken));
  bind(api.logout, ({ body, sender }) => logOut(deps, body.refreshToken, sender.address));
  bind(recovery.requestRecovery, ({ body }) => requestRecovery(deps, body.email));
  bind(recovery.confirmRecovery, ({ body, sender }) => confirmRecovery(deps, body, sender.address));
  bind(recovery.confirmEmail, ({ body, sender }) => confirmEmail(deps, body.token, sender.address));
  bind(recovery.requestConfirmationMail, ({ owner }) => requestConfirmationMail(deps, owner));
  bind(sessions.listSessions, ({ owner }) => listSessions(deps, owner));
  bind(sessions.endSession, ({ owner, params }) => endSession(deps, owner, params.id));
  bind(sessions.endOtherSessions, ({ owner }) => endOthers(deps, owner));
  bind(sessions.reauthenticate, ({ owner, body }) => reauthenticate(deps, owner, body));
  bind(secondFactor.beginTotp, ({ owner }) => beginTotp(deps, owner));
  bind(secondFactor.confirmTotp, ({ owner, body }) => confirmTotp(deps, owner, body.code));
  bind(secondFactor.removeTotp, ({ owner, body }) => removeTotp(deps, owner, body.password));
}
