import { useState } from 'react';
import { ERRORS } from '#contract/errors';
import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { usePatient } from '#web/patients/patients.queries.ts';
import { CreatedLink } from '#web/shares/created-link.tsx';
import { useReceiptDocuments } from '#web/shares/receipts.queries.ts';
import { type Created, SendForm } from '#web/shares/send-form.tsx';
import { lastDaysFirst, type ShareableDocument } from '#web/shares/shareable-documents.ts';
import { useCreateShare } from '#web/shares/shares.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  patient: Patient;
  /** The newest first. */
  documents: readonly ShareableDocument[];
  /** Chosen when the dialog opens. */
  chosen: readonly ShareableDocument[];
  /** Also offers the receipts of the patient. */
  withReceipts?: boolean;
  onClose: () => void;
}

/** Makes a link with documents of a patient, and shows or sends it. */
export function SendDialog({ patient: given, documents, chosen, withReceipts = false, onClose }: Props) {
  // The page of a document keeps the patient that it loaded, without an e-mail that was typed here since.
  const { data: patient = given } = usePatient(given._id, false);
  const isAsked = withReceipts && !patient.blocked;
  const receipts = useReceiptDocuments(patient._id, isAsked);
  const create = useCreateShare(patient._id);
  const [created, setCreated] = useState<Created>();
  // A query that is not asked has data nevertheless, when the page has loaded the charges.
  const added = isAsked ? (receipts.data ?? []) : [];
  return (
    <Dialog
      title="Enviar al paciente"
      description={nameWithSocial(patient)}
      onClose={() => {
        // The tab for WhatsApp would stay empty.
        if (!create.isPending) onClose();
      }}
    >
      {patient.blocked && <Blocked onClose={onClose} />}
      {!patient.blocked && receipts.isLoading && <Skeleton className="h-64" />}
      {isAsked && receipts.isError && (
        <p className="mb-4 text-muted">No se pudieron cargar los comprobantes del paciente.</p>
      )}
      {!patient.blocked && !receipts.isLoading && !created && (
        <SendForm
          patient={patient}
          documents={added.length > 0 ? lastDaysFirst([...documents, ...added]) : documents}
          chosen={chosen}
          create={create}
          onCreated={setCreated}
          onClose={onClose}
        />
      )}
      {created && <CreatedLink patient={patient} {...created} onClose={onClose} />}
    </Dialog>
  );
}

const Blocked = ({ onClose }: { onClose: () => void }) => (
  <>
    <p>{ERRORS.PATIENT_BLOCKED.message}.</p>
    <p className="mt-2 text-muted">Mientras dure el bloqueo, los enlaces que ya recibió tampoco funcionan.</p>
    <DialogActions>
      <Button look="secondary" onClick={onClose}>
        Cerrar
      </Button>
    </DialogActions>
  </>
);
