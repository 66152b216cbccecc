// The only script of the page of an invitation.
import { startInvitation } from '#web/invitation/start-invitation.ts';
import { startThemeSwitch } from '#web/platform/theme.ts';

const [, , token = ''] = location.pathname.split('/');
startThemeSwitch();
startInvitation(token);
