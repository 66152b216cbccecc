import type { Deps } from '#server/deps';
import { withTimeout } from '#server/platform/with-timeout';
import { ping } from './health.store.ts';

const PATIENCE_MS = 2000;

export async function checkHealth(deps: Pick<Deps, 'identity'>): Promise<{ status: 'ok' }> {
  await withTimeout(PATIENCE_MS, ping(deps.identity));
  return { status: 'ok' };
}
