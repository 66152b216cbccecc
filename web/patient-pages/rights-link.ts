import { part } from '#web/patient-pages/parts.ts';
import { PATHS } from '#web/platform/paths.ts';

/** Makes the footer lead to the form of the link's professional. The token is encoded as in the address of the page. */
export function leadToRights(token: string): void {
  part<HTMLAnchorElement>('rights').href = PATHS.rightsFormByLink.replace(':token', token);
}
