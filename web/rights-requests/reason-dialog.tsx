import { type ReactNode, useState } from 'react';
import { MAX_ANSWER_LENGTH, type RightsRequest } from '#contract/rights-requests';
import { useChangeRightsRequest } from '#web/rights-requests/rights-requests.queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  request: RightsRequest;
  status: 'refused' | 'extended';
  title: string;
  confirmLabel: string;
  busyLabel: string;
  harmless?: boolean;
  /** The page keeps it, so that it survives closing the dialog. */
  reason: string;
  onReason: (reason: string) => void;
  onDone?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a request is refused or extended, with the reason that the person is told. */
export function ReasonDialog(props: Props) {
  const { request, status, reason, onReason, onDone, onClose, children, ...dialog } = props;
  const change = useChangeRightsRequest(request, status);
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    if (reason.trim() === '') setMissing(true);
    else change.mutate(reason.trim(), { onSuccess: () => onDone?.(), onSettled: onClose });
  };
  return (
    <ConfirmDialog {...dialog} cancelLabel="Volver" busy={change.isPending} onConfirm={confirm} onCancel={onClose}>
      {children}
      <Field
        label="Motivo"
        required
        error={isMissing && reason.trim() === '' ? 'Escribe el motivo' : undefined}
        className="pt-2 text-ink"
      >
        <TextArea
          value={reason}
          onChange={({ target }) => onReason(target.value)}
          maxLength={MAX_ANSWER_LENGTH}
          rows={4}
        />
      </Field>
    </ConfirmDialog>
  );
}
