import type { Deps } from '#server/deps';
import { within } from '#server/platform/patience';
import { ping } from './health.store.ts';

const PATIENCE_MS = 2000;

export async function checkHealth(deps: Deps): Promise<{ status: 'ok' }> {
  await within(PATIENCE_MS, ping(deps.identity));
  return { status: 'ok' };
}
