import { part } from '#web/patient-pages/parts.ts';
import { PATHS } from '#web/platform/paths.ts';

/** Makes the footer lead to the form of the professional of this link. The token is as the address of the page has it. */
export function leadToRights(token: string): void {
  part<HTMLAnchorElement>('rights').href = PATHS.rightsFormByLink.replace(':token', token);
}
