// The only script of the page of a link.
import { startAppointmentLink } from '#web/appointment-links/appointment-link.ts';
import { startThemeSwitch } from '#web/platform/theme.ts';

const [, , token = ''] = location.pathname.split('/');
startThemeSwitch();
startAppointmentLink(token);
