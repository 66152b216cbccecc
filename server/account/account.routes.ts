import * as api from '#contract/account';
import type { FailedLoginDeps } from '#server/auth/failed-login.service';
import type { Owner } from '#server/auth/owner';
import { dismissPasswordResetNotice } from '#server/auth/password-reset.service';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { changeOwnPassword, getAccount, updatePersonalInfo } from './account.service.ts';

export function accountRoutes(bind: Bind<Owner>, deps: Deps & FailedLoginDeps): void {
  bind(api.getAccount, ({ owner }) => getAccount(deps, owner));
  bind(api.updatePersonalInfo, ({ owner, body }) => updatePersonalInfo(deps, owner, body));
  bind(api.dismissPasswordReset, ({ owner }) => dismissPasswordResetNotice(deps, owner));
  bind(api.changePassword, ({ owner, body }) => changeOwnPassword(deps, owner, body));
}
