import { MAX_IMPORTED_APPOINTMENTS } from '#contract/imports/appointment-import';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#contract/imports/imports';
import type { ImportKind } from '#web/imports/imports.queries.ts';
import { formatNumber } from '#web/ui/format-number.ts';

const MEGABYTES = MAX_IMPORT_BYTES / 1024 / 1024;

export const IMPORT_TEXTS = {
  patients: {
    one: 'paciente',
    many: 'pacientes',
    rows: { one: 'fila', many: 'filas', heading: 'Fila', of: 'de la fila' },
    correct: 'corrígelas abajo. Las que no corrijas quedarán fuera.',
    label: 'Arrastra tu archivo hasta aquí, o elígelo',
    hint: `CSV o Excel (.xlsx), hasta ${formatNumber(MAX_IMPORT_ROWS)} filas y ${MEGABYTES} MB.`,
    accept: '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  appointments: {
    one: 'cita',
    many: 'citas',
    rows: { one: 'evento', many: 'eventos', heading: 'Evento', of: 'del evento' },
    correct: 'corrígelos abajo. Los que no corrijas quedarán fuera.',
    label: 'Arrastra tu calendario hasta aquí, o elígelo',
    hint: `Archivo ICS de Google Calendar, Outlook u otro programa, hasta ${formatNumber(MAX_IMPORTED_APPOINTMENTS)} citas.`,
    accept: '.ics,text/calendar',
  },
} as const;

/** '1 paciente', '1.250 pacientes' */
export const counted = (kind: ImportKind, count: number): string => withNoun(count, IMPORT_TEXTS[kind]);

/** '1 fila', '3 eventos' */
export const countedRows = (kind: ImportKind, count: number): string => withNoun(count, IMPORT_TEXTS[kind].rows);

const withNoun = (count: number, { one, many }: { one: string; many: string }): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
