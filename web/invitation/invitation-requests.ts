import type { z } from 'zod';
import type { acceptInvitation, getInvitation } from '#contract/assistants';
import type { logout } from '#contract/auth';
import { post, send } from '#web/patient-pages/requests.ts';
import { deviceToken } from '#web/platform/session.ts';

export type Invitation = z.output<typeof getInvitation.reply>;
type Accepted = z.output<typeof acceptInvitation.reply>;

/** The token is encoded as in the address of the page. */
const address = (token: string, rest = ''): string => `/api/invitations/${token}${rest}`;

export const readInvitation = (token: string): Promise<Invitation> => send(address(token));

export const accept = (token: string, password: string): Promise<Accepted> =>
  post(address(token, '/accept'), { password, deviceToken: deviceToken() });

const LOGOUT: typeof logout.path = '/api/auth/logout';

/** Ends a session on the server. It also ends by itself, so a failure does not matter. */
export const endOnServer = (refreshToken: string): Promise<void> =>
  post<void>(LOGOUT, { refreshToken }).catch(() => undefined);
