import { useRef, useState } from 'react';
import { nameWithSocial } from '#contract/patient-identity';
import { ChargeSkeleton, ChargeView } from '#web/charges/charge-view.tsx';
import { type ChargedAppointment, type ChargedPatient, NewChargeForm } from '#web/charges/new-charge-form.tsx';
import { useVisitCharge } from '#web/charges/use-visit-charge.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast.ts';

const NOT_LOADED = 'No se pudo cargar el cobro de esta cita';

interface Props {
  /** Without it, the dialog asks whom. */
  patient?: ChargedPatient | undefined;
  /** What is charged. An appointment has at most one charge. */
  appointment?: ChargedAppointment | undefined;
  /** The same, where the page knows only the id. An appointment that was deleted counts as none. */
  appointmentId?: string | undefined;
  onClose: () => void;
}

/** Charges a patient. When the appointment has a charge already, it is shown in the same dialog. */
export function NewChargeDialog({ patient, appointment, appointmentId, onClose }: Props) {
  const visit = useVisitCharge({ patientId: patient?._id, appointment, appointmentId });
  const [isWriting, setWriting] = useState(false);
  const [chargeId, setChargeId] = useState<string>();
  // A charge that appears while the form is written does not take its place, and a charge that is voided stays in sight.
  if (!chargeId && !isWriting && visit.chargeId) setChargeId(visit.chargeId);
  const form = useRef({ isDirty: false, isBusy: false });
  const discard = useDiscardQuestion({ hasText: () => form.current.isDirty, onLeave: onClose });
  const leave = () => !form.current.isBusy && discard.leave();
  const showExisting = async () => {
    const id = await visit.findCharge();
    if (id) setChargeId(id);
    else showToast({ title: 'Error', description: NOT_LOADED, destructive: true });
  };

  const content = () => {
    if (chargeId) return <ChargeView id={chargeId} />;
    if (!isWriting && visit.isError) return <InlineFailure text={NOT_LOADED} onRetry={visit.retry} />;
    if (!isWriting && visit.isPending) return <ChargeSkeleton />;
    return (
      <NewChargeForm
        patient={patient}
        appointment={visit.appointment}
        state={form}
        onShown={() => setWriting(true)}
        onExisting={() => void showExisting()}
        onMade={setChargeId}
        onCreated={onClose}
        onCancel={leave}
      />
    );
  };
  return (
    <Dialog
      title={chargeId ? 'Cobro' : 'Cobrar'}
      description={chargeId && patient && nameWithSocial(patient)}
      wide
      onClose={chargeId ? onClose : leave}
    >
      {content()}
      {discard.question}
    </Dialog>
  );
}
