import { useQuery } from '@tanstack/react-query';
import { Send, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import type { Charge } from '#contract/charges';
import { codedDiagnosis } from '#contract/cie10';
import { printReceipt } from '#contract/receipts';
import { chargeDiagnosis } from '#web/charges/charges.queries.ts';
import { MissingRnpi } from '#web/documents/missing-rnpi.tsx';
import { PrintButton } from '#web/documents/print-button.tsx';
import { usePatient } from '#web/patients/patients.queries.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { SendDialog } from '#web/shares/send-button.tsx';
import { receiptDocuments } from '#web/shares/shareable-documents.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const DiagnosisDialog = onDemand(async () => (await import('#web/charges/diagnosis-dialog.tsx')).DiagnosisDialog);

/** The receipt of what was paid, for the reimbursement of an insurer. */
export function ReceiptActions({ charge }: { charge: Charge }) {
  const isAssistant = useIsAssistant();
  return (
    <section aria-labelledby={`receipt-${charge._id}`}>
      <h3 id={`receipt-${charge._id}`} className="font-bold">
        Comprobante
      </h3>
      {!isAssistant && <ReceiptDiagnosis chargeId={charge._id} />}
      {!charge.invoiceNumber && (
        <p className="mt-1 text-muted text-sm">Le falta el N° de boleta: algunas Isapres lo piden.</p>
      )}
      <MissingRnpi>Falta tu RNPI: el comprobante saldrá sin él, y los seguros lo piden.</MissingRnpi>
      <div className="mt-3 flex flex-wrap gap-2">
        <PrintButton
          endpoint={printReceipt}
          id={charge._id}
          label="Comprobante (PDF)"
          done="Comprobante generado correctamente"
          failed="No se pudo generar el comprobante"
        />
        {!isAssistant && charge.patientId !== null && !charge.undecryptable && (
          <SendReceipt charge={charge} patientId={charge.patientId} />
        )}
      </div>
    </section>
  );
}

/** Sends the receipt by the page of documents. The patient is loaded when it is asked for. */
function SendReceipt({ charge, patientId }: { charge: Charge; patientId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: patient, refetch, isError } = usePatient(patientId, isOpen);
  const receipts = receiptDocuments([charge]);
  if (receipts.length === 0) return null;
  if (isOpen && !patient && isError) {
    return <InlineFailure text="No se pudo cargar el paciente" onRetry={() => void refetch()} />;
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <Send size={18} aria-hidden="true" />
        {isOpen && !patient ? 'Cargando...' : 'Enviar al paciente'}
      </Button>
      {isOpen && patient && (
        <SendDialog patient={patient} documents={receipts} chosen={receipts} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The diagnosis is only on the receipt when the professional adds it. */
function ReceiptDiagnosis({ chargeId }: { chargeId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery(chargeDiagnosis(chargeId));
  if (!data && isError) {
    return <InlineFailure text="No se pudo cargar el diagnóstico del comprobante" onRetry={() => void refetch()} />;
  }
  if (!data) return <p className="mt-1 text-muted text-sm">Cargando el diagnóstico...</p>;
  const { diagnosis } = data;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3">
      <p className="wrap-anywhere min-w-0">
        {diagnosis ? `Diagnóstico: ${codedDiagnosis(diagnosis)}` : 'Sin diagnóstico.'}
      </p>
      <Button look="ghost" onClick={() => setOpen(true)} className="-ml-4 sm:ml-0">
        <Stethoscope size={18} aria-hidden="true" />
        {diagnosis ? 'Cambiar diagnóstico' : 'Agregar diagnóstico'}
      </Button>
      {isOpen && <DiagnosisDialog chargeId={chargeId} diagnosis={diagnosis} onClose={() => setOpen(false)} />}
    </div>
  );
}
