import { ApiError, isError } from '#web/platform/api-error.ts';
import type { Texts } from '#web/platform/query-client.ts';

export interface ActionTexts {
  done: string;
  /** Shown when the plan does not allow the action and the server gives no reason. */
  restricted: string;
  failed: string;
}

/** Conflicts and deletions have a dialog in the editor. */
export const isShownByEditor =
  (isConflict: (error: Error) => boolean) =>
  (error: Error): boolean =>
    isConflict(error) || isError(error, 'NOT_FOUND');

const isRestricted = (error: Error): boolean => isError(error, 'CLINICAL_LIMIT');

/** Toasts of an action: done, failed, or not allowed by the plan. */
export const toastTexts = (
  { done, restricted, failed }: ActionTexts,
  isShownElsewhere: (error: Error) => boolean = () => false,
): Texts => ({
  done,
  failedTitle: (error) => (isRestricted(error) ? 'Acceso Restringido' : 'Error'),
  failed: (error) => {
    if (isShownElsewhere(error)) return undefined;
    const serverText = error instanceof ApiError ? error.reply.error : undefined;
    return serverText || (isRestricted(error) ? restricted : failed);
  },
});
