import { ApiError, isError } from '#web/platform/api-error.ts';
import type { Texts } from '#web/platform/query-client.ts';

export interface ActionTexts {
  done: string;
  /** Said when the plan does not allow it and the server does not say why. */
  restricted: string;
  failed: string;
}

/** The editor says so, and what can be done. */
export const isShownByEditor =
  (isConflict: (error: Error) => boolean) =>
  (error: Error): boolean =>
    isConflict(error) || isError(error, 'NOT_FOUND');

const isRestricted = (error: Error): boolean => isError(error, 'CLINICAL_LIMIT');

/** What a clinical act says to the person: done, failed, or not in their plan. */
export const toastTexts = (
  { done, restricted, failed }: ActionTexts,
  isShownElsewhere: (error: Error) => boolean = () => false,
): Texts => ({
  done,
  failedTitle: (error) => (isRestricted(error) ? 'Acceso Restringido' : 'Error'),
  failed: (error) => {
    if (isShownElsewhere(error)) return undefined;
    const said = error instanceof ApiError ? error.reply.error : undefined;
    return said || (isRestricted(error) ? restricted : failed);
  },
});
