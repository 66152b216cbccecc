import { useState } from 'react';
import { generatePath } from 'react-router';
import { useCancelCertificate } from '#web/certificates/certificates.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';

interface Props {
  patientId: string;
  id: string;
  disabled?: boolean;
  /** Stops saving. Resolves to true when the server may hold the certificate. */
  pause?: () => Promise<boolean>;
  onCancelled?: () => void;
  /** The certificate was not cancelled. */
  onKept?: () => void;
  onFinalizedElsewhere?: () => void;
}

const isStored = async () => true;

/** Deletes the certificate, or discards a new one. Without an editor there is nothing to pause. */
export function CancelCertificate(props: Props) {
  const { patientId, id, disabled = false, pause = isStored, onCancelled, onKept, onFinalizedElsewhere } = props;
  const navigate = useNavigate();
  const cancel = useCancelCertificate(patientId, id);
  const [isAsked, setAsked] = useState(false);
  const confirm = () =>
    cancel.mutate(pause, {
      onSuccess: () => {
        onCancelled?.();
        void navigate(generatePath(PATHS.patient, { id: patientId }), { replace: true });
      },
      onError: (error) => {
        setAsked(false);
        onKept?.();
        if (isError(error, 'CERTIFICATE_NOT_CANCELLABLE')) onFinalizedElsewhere?.();
      },
    });
  return (
    <>
      <Button look="ghost" disabled={disabled} onClick={() => setAsked(true)}>
        Cancelar certificado
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="¿Cancelar certificado?"
          cancelLabel="No, mantener"
          confirmLabel="Sí, cancelar"
          busyLabel="Cancelando..."
          busy={cancel.isPending}
          onConfirm={confirm}
          onCancel={() => setAsked(false)}
        >
          <p>Se eliminará permanentemente y no se podrá recuperar.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
