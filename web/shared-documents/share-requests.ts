import type { OpenedShare, SharedLink } from '#contract/shares';
import { post, send } from '#web/patient-pages/requests.ts';

/** The token is encoded as in the address of the page. */
export const shareAddress = (token: string, rest = ''): string => `/api/shared-documents/${token}${rest}`;

export const getLink = (token: string): Promise<SharedLink> => send(shareAddress(token));

export const openLink = (token: string, birthDate: string): Promise<OpenedShare> =>
  post(shareAddress(token, '/open'), { birthDate });
