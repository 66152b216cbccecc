import { type ReactNode, useRef, useState } from 'react';
import { MAX_REASON_LENGTH } from '#contract/charges';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  title: string;
  confirmLabel: string;
  busy: boolean;
  onVoid: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a charge or a payment is void for good, and why. After a refusal the reason stays. */
export function VoidDialog({ title, confirmLabel, busy, onVoid, onClose, children }: Props) {
  const [reason, setReason] = useState('');
  const [showsError, setShowsError] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = !/[\p{L}\p{N}]/u.test(reason);
  const confirm = () => {
    setShowsError(true);
    if (isMissing) field.current?.focus();
    else onVoid(reason);
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      busyLabel="Anulando..."
      cancelLabel="Volver"
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {children}
      <Field
        label="Motivo"
        required
        error={showsError && isMissing ? 'Escribe el motivo' : undefined}
        className="pt-2 text-ink"
      >
        <TextArea
          ref={field}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={MAX_REASON_LENGTH}
          readOnly={busy}
          rows={2}
        />
      </Field>
    </ConfirmDialog>
  );
}
