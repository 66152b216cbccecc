import {
  Banknote,
  CalendarCheck,
  CalendarDays,
  type LucideIcon,
  Scale,
  Settings,
  ShieldCheck,
  SquareTerminal,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { HeadName } from '#web/app/page-head.tsx';
import { RequestCount } from '#web/booking/request-count.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { RightsCount } from '#web/rights-requests/rights-count.tsx';

export interface Section {
  path: HeadName;
  label: string;
  /** Sections without an icon are not in the menu. */
  icon?: LucideIcon;
  /** A number beside the label in the menu. */
  Count?: ComponentType;
  adminOnly?: boolean;
  load: () => Promise<ComponentType>;
}

/** An entry of the menu. */
export type MenuEntry = Pick<Section, 'path' | 'label' | 'icon' | 'Count'>;

/** The pages behind the login, in the order of the menu. */
export const SECTIONS: readonly Section[] = [
  {
    path: PATHS.agenda,
    label: 'Agenda',
    icon: CalendarDays,
    load: async () => (await import('#web/agenda/agenda-page.tsx')).AgendaPage,
  },
  {
    path: PATHS.bookingRequests,
    label: 'Reservas en línea',
    icon: CalendarCheck,
    Count: RequestCount,
    load: async () => (await import('#web/booking/booking-requests-page.tsx')).BookingRequestsPage,
  },
  {
    path: PATHS.patients,
    label: 'Pacientes',
    icon: UsersRound,
    load: async () => (await import('#web/patients/patients-page.tsx')).PatientsPage,
  },
  {
    path: PATHS.charges,
    label: 'Cobros',
    icon: Banknote,
    load: async () => (await import('#web/charges/charges-page.tsx')).ChargesPage,
  },
  {
    path: PATHS.rightsRequests,
    label: 'Derechos de los pacientes',
    icon: Scale,
    Count: RightsCount,
    load: async () => (await import('#web/rights-requests/rights-requests-page.tsx')).RightsRequestsPage,
  },
  {
    path: PATHS.rightsRequest,
    label: 'Solicitud de derechos',
    load: async () => (await import('#web/rights-requests/rights-request-page.tsx')).RightsRequestPage,
  },
  {
    path: PATHS.importPatients,
    label: 'Importar pacientes',
    load: async () => (await import('#web/imports/patient-import-page.tsx')).PatientImportPage,
  },
  {
    path: PATHS.importAppointments,
    label: 'Importar citas',
    load: async () => (await import('#web/imports/appointment-import-page.tsx')).AppointmentImportPage,
  },
  {
    path: PATHS.dayReminders,
    label: 'Por recordar',
    load: async () => (await import('#web/agenda/day-reminders-page.tsx')).DayRemindersPage,
  },
  {
    path: PATHS.patient,
    label: 'Perfil del paciente',
    load: async () => (await import('#web/patient-profile/patient-profile-page.tsx')).PatientProfilePage,
  },
  {
    path: PATHS.account,
    label: 'Configuración de Cuenta',
    icon: Settings,
    load: async () => (await import('#web/account/account-page.tsx')).AccountPage,
  },
  {
    path: PATHS.workingHours,
    label: 'Configuración de la agenda',
    load: async () => (await import('#web/working-hours/working-hours-page.tsx')).WorkingHoursPage,
  },
  {
    path: PATHS.presets,
    label: 'Plantillas y recetas favoritas',
    load: async () => (await import('#web/presets/presets-page.tsx')).PresetsPage,
  },
  {
    path: PATHS.admin,
    label: 'Panel de Administración',
    icon: ShieldCheck,
    adminOnly: true,
    load: async () => (await import('#web/admin/admin-page.tsx')).AdminPage,
  },
  {
    path: PATHS.systemScripts,
    label: 'Scripts del Sistema',
    icon: SquareTerminal,
    adminOnly: true,
    load: async () => (await import('#web/cie10/system-scripts-page.tsx')).SystemScriptsPage,
  },
];
