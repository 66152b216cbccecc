import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AppointmentImportPreview,
  importAppointments,
  listAppointmentImports,
  undoAppointmentImport,
} from '#contract/imports/appointment-import';
import type { ImportResult } from '#contract/imports/imports';
import {
  importPatients,
  listPatientImports,
  type PatientImportPreview,
  undoPatientImport,
} from '#contract/imports/patient-import';
import { removePatientLists } from '#web/patients/patients.queries.ts';
import { forgetRecentPatients } from '#web/patients/recent-patients.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { upload } from '#web/platform/upload.ts';

export interface Previews {
  patients: PatientImportPreview;
  appointments: AppointmentImportPreview;
}
export type ImportKind = keyof Previews;

const ENDPOINTS = {
  patients: { send: importPatients, list: listPatientImports, undo: undoPatientImport },
  appointments: { send: importAppointments, list: listAppointmentImports, undo: undoAppointmentImport },
} as const;

const DONE = { patients: 'Importación de pacientes deshecha', appointments: 'Importación de citas deshecha' } as const;

export interface Sent {
  file: File;
  fields: Readonly<Record<string, string>>;
}

/** How much of the file was sent. From 1 on the server reads or writes. */
type Progress = { part: number };

const FAILED = 'No se pudo revisar el archivo';

/** Checks a file, without writing anything. */
export function usePreview<Kind extends ImportKind>(kind: Kind) {
  const [progress, setProgress] = useState<Progress>();
  const mutation = useMutation({
    mutationFn: async ({ file, fields }: Sent) => {
      const onProgress = (part: number) => setProgress({ part });
      const query = { dryRun: 'true' };
      return (await upload(ENDPOINTS[kind].send, file, { query, fields, onProgress })) as Previews[Kind];
    },
    meta: { failed: FAILED },
    onSettled: () => setProgress(undefined),
  });
  return { ...mutation, progress };
}

export function useSendImport(kind: ImportKind) {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const mutation = useMutation({
    mutationFn: async ({ file, fields }: Sent) => {
      const onProgress = (part: number) => setProgress({ part });
      return (await upload(ENDPOINTS[kind].send, file, { fields, onProgress })) as ImportResult;
    },
    meta: { failed: 'No se pudo importar el archivo' },
    onSuccess: () => refreshAll(cache, kind),
    onSettled: () => setProgress(undefined),
  });
  return { ...mutation, progress };
}

/** The imports that can be undone. A failure to load them shows nothing. */
export const useImports = (kind: ImportKind) => useQuery(queryFor(ENDPOINTS[kind].list, {}));

export function useUndoImport(kind: ImportKind) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(ENDPOINTS[kind].undo, { params: { id } }),
    meta: { done: DONE[kind], failed: 'No se pudo deshacer la importación' },
    onSettled: () => {
      if (kind === 'patients') forgetRecentPatients(cache);
      return refreshAll(cache, kind);
    },
  });
}

function refreshAll(cache: ReturnType<typeof useQueryClient>, kind: ImportKind): Promise<void> {
  removePatientLists(cache);
  return cache.invalidateQueries({ queryKey: [ENDPOINTS[kind].list.path] });
}
