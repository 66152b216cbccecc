import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fillPath } from '#contract/endpoint';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { downloadStream } from '#web/platform/api.ts';
import { chooseTarget, downloadTarget } from '#web/platform/save-stream.ts';

/** What is exported: the account, a patient, or a deleted patient whose documents are kept. */
export type Exported = 'account' | { patientId: string } | { custodyOf: string };

interface Progress {
  received: number;
  /** About how many bytes there will be. */
  expected: number;
}

function download(what: Exported, signal: AbortSignal) {
  if (what === 'account') return downloadStream(exportAccount, {}, signal);
  if ('patientId' in what) return downloadStream(exportPatient, { params: { id: what.patientId } }, signal);
  return downloadStream(exportCustody, { params: { patientId: what.custodyOf } }, signal);
}

function nameOf(what: Exported): string {
  if (what === 'account') return exportAccount.file?.name ?? '';
  if ('patientId' in what) return fillPath(exportPatient.file?.name ?? '', { id: what.patientId });
  return fillPath(exportCustody.file?.name ?? '', { patientId: what.custodyOf });
}

/** Downloads an export and says how much has arrived. It goes on when the page is left. */
export function useExport(what: Exported) {
  const [progress, setProgress] = useState<Progress>();
  const cancelling = useRef<AbortController>(undefined);
  const exporting = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      cancelling.current = controller;
      // Only a whole account may be too large to be collected.
      const target = what === 'account' ? await chooseTarget(nameOf(what)) : downloadTarget(nameOf(what));
      try {
        setProgress({ received: 0, expected: 0 });
        const { estimatedBytes, read } = await download(what, controller.signal);
        let received = 0;
        await read(async (chunk) => {
          await target.write(chunk);
          received += chunk.byteLength;
          setProgress({ received, expected: estimatedBytes });
        });
        await target.close();
      } catch (error) {
        await target.discard();
        throw error;
      }
    },
    onSettled: () => setProgress(undefined),
    meta: { done: 'Exportación lista', failed: 'No se pudo exportar. Intenta nuevamente.' },
  });
  return {
    start: () => exporting.mutate(),
    cancel: () => cancelling.current?.abort(),
    isRunning: exporting.isPending,
    progress,
  };
}
