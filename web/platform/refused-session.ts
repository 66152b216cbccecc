import { SESSION_ENDED } from '#contract/sessions';
import { endSession } from '#web/platform/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** Ends a session that the server refuses, with one toast that explains the redirect to the login. */
export function endRefusedSession(session: string | null, reason: string = SESSION_ENDED): void {
  if (!endSession(session)) return;
  showToast({ title: 'Sesión terminada', description: reason, neutral: true });
}
