import * as api from '#contract/first-steps';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { firstSteps } from './first-steps.store.ts';

export function firstStepsRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.getFirstSteps, ({ owner }) => deps.tenantRead(owner.id, firstSteps));
}
