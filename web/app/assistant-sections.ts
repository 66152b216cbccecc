import { CalendarCheck, CalendarDays, House, UserRound, UsersRound } from 'lucide-react';
import type { MenuEntry } from '#web/app/sections.ts';
import { RequestCount } from '#web/booking/request-count.tsx';
import { PATHS } from '#web/platform/paths.ts';

/** The menu of an assistant. */
export const ASSISTANT_SECTIONS: readonly MenuEntry[] = [
  { path: PATHS.home, label: 'Recepción', icon: House },
  { path: PATHS.agenda, label: 'Agenda', icon: CalendarDays },
  { path: PATHS.patients, label: 'Pacientes', icon: UsersRound },
  { path: PATHS.bookingRequests, label: 'Reservas en línea', icon: CalendarCheck, Count: RequestCount },
  { path: PATHS.account, label: 'Mi cuenta', icon: UserRound },
];
