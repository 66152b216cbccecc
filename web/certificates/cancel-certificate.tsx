import { useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import type { Certificate } from '#contract/certificates';
import { useCancelCertificate } from '#web/certificates/certificates.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  patientId: string;
  /** As it is stored; nothing for one that was never saved. */
  certificate: () => Certificate | undefined;
  onCancelled: () => void;
  onFinalizedElsewhere: () => void;
}

/** Deletes it for good, whether it was ever saved or not. */
export function CancelCertificate({ patientId, certificate, onCancelled, onFinalizedElsewhere }: Props) {
  const navigate = useNavigate();
  const cancel = useCancelCertificate(patientId);
  const [isAsked, setAsked] = useState(false);
  const confirm = () =>
    cancel.mutate(certificate()?._id, {
      onSuccess: () => {
        onCancelled();
        void navigate(generatePath(PATHS.patient, { id: patientId }), { replace: true });
      },
      onError: (error) => {
        setAsked(false);
        if (isError(error, 'CERTIFICATE_NOT_CANCELLABLE')) onFinalizedElsewhere();
      },
    });
  return (
    <>
      <Button look="ghost" onClick={() => setAsked(true)}>
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
