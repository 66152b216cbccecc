import { health } from '#contract/health';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { checkReady } from './health.service.ts';

export function healthRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(health, () => checkReady(deps));
}
