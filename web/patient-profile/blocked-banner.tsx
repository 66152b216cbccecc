import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Patient } from '#contract/patients';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { Notice } from '#web/ui/notice.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const BlockingDialog = onDemand(async () => (await import('#web/patients/blocking-dialog.tsx')).BlockingDialog);

/** Says since when the processing of the patient's data is blocked. */
export function BlockedBanner({ patient }: { patient: Patient }) {
  const [isLifting, setLifting] = useState(false);
  const timeZone = useTimeZone();
  const { blockedAt } = patient;
  return (
    <>
      <Notice
        label="Uso de datos bloqueado"
        tone="orange"
        icon={Lock}
        actions={
          <Button look="secondary" onClick={() => setLifting(true)}>
            Levantar bloqueo
          </Button>
        }
      >
        <strong>Uso de datos bloqueado</strong>
        {blockedAt && ` desde el ${formatMoment(blockedAt, timeZone)}`}. No se le envía ni se comparte nada.
      </Notice>
      {isLifting && <BlockingDialog patient={patient} onClose={() => setLifting(false)} />}
    </>
  );
}
