import { ERRORS } from '#contract/errors';
import { endSession } from '#web/platform/session.ts';
import { unsubscribeBrowser } from '#web/platform/unsubscribe-browser.ts';
import { showToast } from '#web/ui/toast.ts';

/** Ends a session that the server refuses, with one toast that explains the redirect to the login. */
export function endRefusedSession(session: string | null, reason: string = ERRORS.NOT_SIGNED_IN.message): void {
  if (!endSession(session)) return;
  unsubscribeBrowser().catch(() => undefined);
  showToast({ title: 'Sesión terminada', description: reason, neutral: true });
}
