// The only script of the page of a link, beside the one of all public pages.
import '#web/site/public-page.ts';
import { startAppointmentLink } from '#web/appointment-links/appointment-link.ts';

const [, , token = ''] = location.pathname.split('/');
startAppointmentLink(token);
