import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import {
  exportAccountAccessLog,
  exportPatientAccessLog,
  getAccountAccessLog,
  getPatientAccessLog,
} from '#contract/access-log';
import { getAccessLogSeal } from '#contract/access-log-seal';
import { fillPath } from '#contract/endpoint';
import { call, download, queryFor } from '#web/platform/api.ts';
import { FETCH_ONCE } from '#web/platform/query-client.ts';
import { saveFile } from '#web/platform/save-file.ts';

const ENTRIES_AT_ONCE = 20;
export const ACCESS_LOG_NOT_LOADED = 'No se pudo cargar el registro de accesos';

/** The log of a patient, or that of the account. It is read when it is opened, because each reading is recorded too. */
export const useAccessLog = (patientId: string | undefined) =>
  useInfiniteQuery({
    queryKey: [patientId ? getPatientAccessLog.path : getAccountAccessLog.path, patientId],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { limit: ENTRIES_AT_ONCE, before };
      return patientId
        ? call(getPatientAccessLog, { params: { id: patientId }, query }, signal)
        : call(getAccountAccessLog, { query }, signal);
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < ENTRIES_AT_ONCE ? undefined : page.at(-1)?.number),
    ...FETCH_ONCE,
    meta: { failed: ACCESS_LOG_NOT_LOADED },
  });

export const lastSealQuery = queryFor(
  getAccessLogSeal,
  {},
  { failed: 'No se pudo cargar el último sello del registro' },
);

export const useExportAccessLog = (patientId: string | undefined) =>
  useMutation({
    mutationFn: async () => {
      if (!patientId) return saveFile(await download(exportAccountAccessLog), exportAccountAccessLog.file?.name ?? '');
      const params = { id: patientId };
      const file = await download(exportPatientAccessLog, { params });
      return saveFile(file, fillPath(exportPatientAccessLog.file?.name ?? '', params));
    },
    meta: { done: 'Registro exportado', failed: 'No se pudo exportar el registro de accesos' },
  });
