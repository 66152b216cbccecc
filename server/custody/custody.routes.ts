import * as api from '#contract/custody';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { listCustody } from './custody.service.ts';

export function custodyRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.listCustody, ({ owner, query }) => listCustody(deps, owner, query));
}
