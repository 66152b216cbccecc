import { MAX_IMPORTED_APPOINTMENTS } from '#contract/appointment-import';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#contract/imports';
import type { ImportKind } from '#web/import/import.queries.ts';
import { formatNumber } from '#web/ui/format-number.ts';

const MEGABYTES = MAX_IMPORT_BYTES / 1024 / 1024;

export const IMPORT_TEXTS = {
  patients: {
    one: 'paciente',
    many: 'pacientes',
    label: 'Arrastra tu archivo hasta aquí, o elígelo',
    hint: `CSV o Excel (.xlsx), hasta ${formatNumber(MAX_IMPORT_ROWS)} filas y ${MEGABYTES} MB.`,
    accept: '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  appointments: {
    one: 'cita',
    many: 'citas',
    label: 'Arrastra tu calendario hasta aquí, o elígelo',
    hint: `Archivo ICS de Google Calendar, Outlook u otro programa, hasta ${formatNumber(MAX_IMPORTED_APPOINTMENTS)} citas.`,
    accept: '.ics,text/calendar',
  },
} as const;

/** '1 paciente', '1.250 pacientes' */
export const counted = (kind: ImportKind, count: number): string => {
  const { one, many } = IMPORT_TEXTS[kind];
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
};

/** '1 fila', '3 filas' */
export const countedRows = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'fila' : 'filas'}`;
