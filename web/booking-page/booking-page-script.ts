// The only script of the page where patients book, beside the one of all public pages.
import '#web/site/public-page.ts';
import { startBooking } from '#web/booking-page/start-booking.ts';

startBooking();
