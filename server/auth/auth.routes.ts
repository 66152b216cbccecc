import * as api from '#contract/auth';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { logIn, logOut, refreshSession, registerProfessional, userOf } from './auth.service.ts';
import type { Owner } from './owner.ts';

export function authRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.login, ({ body, sender }) => logIn(deps, body, sender.address));
  bind(api.register, ({ body, sender }) => registerProfessional(deps, body, sender.address));
  bind(api.me, ({ owner }) => userOf(deps, owner.user));
  bind(api.refresh, ({ body }) => refreshSession(deps, body.refreshToken));
  bind(api.logout, ({ body, sender }) => logOut(deps, body.refreshToken, sender.address));
}
