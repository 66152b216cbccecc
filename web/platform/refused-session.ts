import { ERRORS } from '#contract/errors';
import { endSession } from '#web/platform/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** The server takes that session no more: whoever was in it is told, once, why they are asked to sign in. */
export function endRefusedSession(session: string | null): void {
  if (!endSession(session)) return;
  showToast({ title: 'Sesión terminada', description: ERRORS.NOT_SIGNED_IN.message, neutral: true });
}
