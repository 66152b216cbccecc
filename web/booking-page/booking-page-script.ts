// The only script of the page where patients book.
import { startBooking } from '#web/booking-page/start-booking.ts';
import { startThemeSwitch } from '#web/platform/theme.ts';

startThemeSwitch();
startBooking();
