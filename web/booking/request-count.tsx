import { useRequestCount } from '#web/booking/booking-requests.queries.ts';
import { MenuCount } from '#web/ui/menu-count.tsx';

/** The number of requests beside their entry in the menu. */
export const RequestCount = () => <MenuCount total={useRequestCount()} text="por responder" />;
