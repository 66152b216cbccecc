import * as api from '#contract/notices';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { readNotices, sendTestNotice, turnOffNotices, turnOnNotices } from './notices.service.ts';
import type { PushDeps } from './push-service.ts';

export function noticesRoutes(bind: Bind<Owner>, deps: Deps & PushDeps): void {
  bind(api.getNotices, ({ owner }) => readNotices(deps, owner));
  bind(api.turnOnNotices, ({ owner, body }) => turnOnNotices(deps, owner, body));
  bind(api.turnOffNotices, ({ owner }) => turnOffNotices(deps, owner));
  bind(api.sendTestNotice, ({ owner }) => sendTestNotice(deps, owner));
}
