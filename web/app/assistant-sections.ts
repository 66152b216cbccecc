import { Banknote, CalendarCheck, CalendarDays, House, UserRound, UsersRound } from 'lucide-react';
import type { Professional } from '#contract/assistants';
import type { MenuEntry } from '#web/app/sections.ts';
import { RequestCount } from '#web/booking/request-count.tsx';
import { PATHS } from '#web/platform/paths.ts';

const SECTIONS: readonly (MenuEntry & { needs?: 'canCharge' })[] = [
  { path: PATHS.home, label: 'Recepción', icon: House },
  { path: PATHS.agenda, label: 'Agenda', icon: CalendarDays },
  { path: PATHS.patients, label: 'Pacientes', icon: UsersRound },
  { path: PATHS.bookingRequests, label: 'Reservas en línea', icon: CalendarCheck, Count: RequestCount },
  { path: PATHS.charges, label: 'Cobros', icon: Banknote, needs: 'canCharge' },
  { path: PATHS.account, label: 'Mi cuenta', icon: UserRound },
];

/** What a professional allows an assistant. */
export type Permissions = Pick<Professional, 'canEditPatients' | 'canCharge'>;

/** The menu of an assistant with these permissions. */
export const assistantSections = (permissions: Permissions): readonly MenuEntry[] =>
  SECTIONS.filter(({ needs }) => !needs || permissions[needs]);
