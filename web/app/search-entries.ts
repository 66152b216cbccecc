import {
  BellRing,
  CalendarPlus,
  FileText,
  FileUp,
  House,
  Keyboard,
  type LucideIcon,
  Settings,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import { generatePath } from 'react-router';
import type { User } from '#contract/auth';
import { fold } from '#contract/fold';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import { TABS } from '#web/account/account-tabs.ts';
import { assistantSections, type Permissions } from '#web/app/assistant-sections.ts';
import type { Command } from '#web/app/commands.ts';
import { HEADS, type HeadName } from '#web/app/page-head.tsx';
import { type MenuEntry, SECTIONS } from '#web/app/sections.ts';
import type { FoundPatient } from '#web/patients/recent-patients.ts';
import { NEW_APPOINTMENT_ADDRESS, NEW_PATIENT_ADDRESS, PATHS } from '#web/platform/paths.ts';

/** A result of the search. */
export interface Entry {
  key: string;
  label: string;
  /** What it is, or the document of a patient. */
  detail: string;
  icon: LucideIcon;
  command: Command;
  /** More words by which it is found. */
  keywords?: string;
}

const action = (label: string, icon: LucideIcon, command: Command, keywords: string): Entry => ({
  key: label,
  label,
  detail: 'Acción',
  icon,
  command,
  keywords,
});
const page = (label: string, icon: LucideIcon, address: string, keywords = ''): Entry => ({
  key: address,
  label,
  detail: 'Página',
  icon,
  command: { go: address },
  keywords,
});

const titleOf = (path: HeadName): string => HEADS[path].title.split(' · ')[0] ?? '';
const keywordsOf = (path: string): string =>
  (HEADS as Partial<Record<string, { keywords: string }>>)[path]?.keywords ?? '';

const NEW_APPOINTMENT = action('Nueva cita', CalendarPlus, { go: NEW_APPOINTMENT_ADDRESS }, 'agendar hora crear');
const NEW_PATIENT = action('Nuevo paciente', UserRoundPlus, { go: NEW_PATIENT_ADDRESS }, 'agregar crear ficha');
const REMINDERS = page(titleOf(PATHS.dayReminders), BellRing, PATHS.dayReminders, keywordsOf(PATHS.dayReminders));
const SETTINGS = ([PATHS.workingHours, PATHS.presets] as const).map((path) =>
  page(titleOf(path), Settings, path, keywordsOf(path)),
);
const IMPORTS = [
  action('Importar pacientes', FileUp, { go: PATHS.importPatients }, 'traer planilla csv excel contactos google'),
  action('Importar citas', FileUp, { go: PATHS.importAppointments }, 'traer calendario ics google outlook'),
];
const HELP = [
  page('Primeros pasos', FileText, PATHS.guide, 'guía ayuda'),
  ...([PATHS.support, PATHS.verify, PATHS.terms, PATHS.privacy, PATHS.rights, PATHS.processingAgreement] as const).map(
    (path) => page(titleOf(path), FileText, path, keywordsOf(path)),
  ),
  action('Atajos de teclado', Keyboard, { open: 'shortcuts' }, 'teclas'),
];

const toEntries = (sections: readonly MenuEntry[]): Entry[] =>
  sections.flatMap(({ path, label, icon }) => (icon ? [page(label, icon, path, keywordsOf(path))] : []));

const ALL_PERMISSIONS: Permissions = { canEditPatients: true, canCharge: true };

/** The actions and pages of an account, the most used ones first. */
export function entriesFor(role: User['role'], permissions: Permissions = ALL_PERMISSIONS): readonly Entry[] {
  if (role === 'assistant') {
    const actions = permissions.canEditPatients ? [NEW_APPOINTMENT, NEW_PATIENT] : [NEW_APPOINTMENT];
    return [...actions, ...toEntries(assistantSections(permissions)), REMINDERS, ...HELP];
  }
  const isAdmin = role === 'admin';
  const sections = toEntries(SECTIONS.filter(({ adminOnly }) => isAdmin || !adminOnly));
  // The first tab is what the page shows at first.
  const tabs = Object.entries(TABS)
    .slice(1)
    .map(([word, name]) => page(`Configuración: ${name}`, Settings, `${PATHS.account}?tab=${word}`));
  const home = page('Inicio', House, PATHS.home, keywordsOf(PATHS.home));
  const ofPatients = isAdmin
    ? { actions: [], tools: [] }
    : { actions: [NEW_APPOINTMENT, NEW_PATIENT], tools: [REMINDERS, ...IMPORTS] };
  return [...ofPatients.actions, home, ...sections, ...ofPatients.tools, ...tabs, ...SETTINGS, ...HELP];
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Every word of the search begins a word of the text. */
function matches(text: string, search: string): boolean {
  const words = wordsOf(text);
  return wordsOf(search).every((typed) => words.some((word) => word.startsWith(typed)));
}

export const patientEntry = (patient: FoundPatient): Entry => ({
  key: patient._id,
  label: nameWithSocial(patient),
  detail: shortDocumentText(patient),
  icon: UserRound,
  command: { go: generatePath(PATHS.patient, { id: patient._id }) },
});

/** Patients come first, then entries found by their name, then entries found by another word. */
export function foundEntries(entries: readonly Entry[], search: string, patients: readonly FoundPatient[]): Entry[] {
  const isNamed = ({ label }: Entry) => matches(label, search);
  const byName = entries.filter(isNamed);
  const byKeyword = entries.filter((entry) => !isNamed(entry) && matches(`${entry.label} ${entry.keywords}`, search));
  return [...patients.map(patientEntry), ...byName, ...byKeyword];
}
