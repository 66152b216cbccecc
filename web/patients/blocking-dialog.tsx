import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { useSetBlocked } from '#web/patients/blocking.queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before the processing of a patient's data is blocked, or the block is lifted. */
export function BlockingDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const setBlocked = useSetBlocked(patient);
  const name = <strong className="wrap-anywhere text-ink">{nameWithSocial(patient)}</strong>;
  const texts = patient.blocked
    ? { title: '¿Levantar bloqueo?', confirmLabel: 'Sí, levantar', busyLabel: 'Levantando...' }
    : { title: '¿Bloquear el uso de datos?', confirmLabel: 'Sí, bloquear', busyLabel: 'Bloqueando...' };
  return (
    <ConfirmDialog
      {...texts}
      cancelLabel="Volver"
      harmless
      busy={setBlocked.isPending}
      onConfirm={() => setBlocked.mutate(!patient.blocked, { onSettled: onClose })}
      onCancel={onClose}
    >
      {patient.blocked ? (
        <p>
          {name} volverá a recibir tus recordatorios y documentos, y los enlaces que ya tiene volverán a funcionar si no
          han terminado.
        </p>
      ) : (
        <>
          <p>Mientras dure el bloqueo, {name} no recibirá recordatorios, mensajes ni documentos.</p>
          <p>Los enlaces que ya recibió dejarán de funcionar. Su ficha y sus citas se mantienen.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
