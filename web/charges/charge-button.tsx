import { CircleDollarSign } from 'lucide-react';
import { useState } from 'react';
import type { ChargedPatient } from '#web/charges/new-charge-form.tsx';
import { useCanCharge } from '#web/platform/professional.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const NewChargeDialog = onDemand(async () => (await import('#web/charges/new-charge-dialog.tsx')).NewChargeDialog);

interface Props {
  patient: ChargedPatient;
  /** What is charged. Without it, the patient. */
  appointmentId?: string | undefined;
}

/** Charges a patient, or shows the charge that the appointment has. Absent without the right to charge. */
export function ChargeButton({ patient, appointmentId }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!useCanCharge()) return null;
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <CircleDollarSign size={18} aria-hidden="true" />
        Cobrar
      </Button>
      {isOpen && <NewChargeDialog patient={patient} appointmentId={appointmentId} onClose={() => setOpen(false)} />}
    </>
  );
}
