import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPrintSettings, type PrintSettings, putPrintSettings } from '#contract/print-settings';
import { call, queryFor } from '#web/platform/api.ts';

// The card shows the failure itself.
const printSettings = queryFor(getPrintSettings, {});

export const usePrintSettings = () => useQuery(printSettings);

export function useSavePrintSettings() {
  const cache = useQueryClient();
  return useMutation({
    // Requests with the same scope run one after the other, so that the last choice wins.
    scope: { id: putPrintSettings.path },
    mutationFn: (body: PrintSettings) => call(putPrintSettings, { body }),
    meta: { done: 'Tamaño de hoja guardado correctamente', failed: 'No se pudo guardar el tamaño de hoja' },
    onSuccess: (saved) => cache.setQueryData(printSettings.queryKey, saved),
  });
}
