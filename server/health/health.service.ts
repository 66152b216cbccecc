import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { ping } from './health.store.ts';

const PATIENCE_MS = 2000;

export async function checkHealth(deps: Deps): Promise<{ status: 'ok' }> {
  const answered = await Promise.race([
    ping(deps.identity).then(() => true),
    delay(PATIENCE_MS, false, { ref: false }),
  ]);
  if (!answered) throw new AppError('NOT_READY');
  return { status: 'ok' };
}
