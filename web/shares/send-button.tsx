import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Patient } from '#contract/patients';
import type { ShareableDocument } from '#web/shares/shareable-documents.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

export const SendDialog = onDemand(async () => (await import('#web/shares/send-dialog.tsx')).SendDialog);

interface Props {
  patient: Patient;
  documents: readonly ShareableDocument[];
  /** Chosen when the dialog opens. */
  chosen?: readonly ShareableDocument[];
  /** Also offers the receipts of the patient. */
  withReceipts?: boolean;
  label?: string;
  /** The accessible name, where several buttons have the same label. */
  name?: string | undefined;
  className?: string;
}

/** Opens the dialog that sends documents. Where there is nothing to send there is no button. */
export function SendButton(props: Props) {
  const {
    patient,
    documents,
    chosen = [],
    withReceipts = false,
    label = 'Enviar al paciente',
    name,
    className = '',
  } = props;
  const [isOpen, setOpen] = useState(false);
  if (documents.length === 0) return null;
  return (
    <>
      <Button look="secondary" aria-label={name} onClick={() => setOpen(true)} className={className}>
        <Send size={18} aria-hidden="true" />
        {label}
      </Button>
      {isOpen && (
        <SendDialog
          patient={patient}
          documents={documents}
          chosen={chosen}
          withReceipts={withReceipts}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
