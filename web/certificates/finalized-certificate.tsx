import { useState } from 'react';
import type { Certificate } from '#contract/certificates';
import type { Patient } from '#contract/patients';
import { CertificatePreview, NotALicence } from '#web/certificates/certificate-preview.tsx';
import { CertificateSheet, type CertificateTab } from '#web/certificates/certificate-sheet.tsx';
import { PrintCertificate } from '#web/certificates/print-certificate.tsx';
import { TemplateUsed } from '#web/certificates/template-used.tsx';
import { FinalizationFooter } from '#web/drafts/finalization-footer.tsx';
import { PatientDocument } from '#web/patients/patient-document.tsx';
import { SendButton } from '#web/shares/send-button.tsx';
import { certificateDocuments } from '#web/shares/shareable-documents.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';

/** Disabled, and as readable as any text. */
const LOCKED_CLASS = 'disabled:resize-none disabled:bg-paper disabled:opacity-100';

interface Props {
  patient: Patient;
  certificate: Certificate;
  /** Text that was written in this tab and is not part of the finalised document. */
  unsaved: string | undefined;
  onDismiss: () => void;
}

/** The read-only view of a finalised certificate. */
export function FinalizedCertificate({ patient, certificate, unsaved, onDismiss }: Props) {
  const [shown, show] = useState<CertificateTab>('Editar');
  const { title, content, templateId } = certificate;
  const documents = certificateDocuments(certificate);
  return (
    <PatientDocument
      patient={patient}
      title="Editar Certificado"
      badge={<Badge tone="green">Finalizado</Badge>}
      actions={
        <>
          <SendButton patient={patient} documents={documents} chosen={documents} />
          <PrintCertificate id={certificate._id} />
        </>
      }
    >
      {unsaved && <UnsavedText text={unsaved} onDismiss={onDismiss} />}
      <Card>
        <CertificateSheet
          shown={shown}
          onShow={show}
          fields={
            <>
              <TemplateUsed template={templateId} />
              <Field label="Título">
                <TextInput value={title} disabled className={LOCKED_CLASS} />
              </Field>
              <Field label="Contenido" hint="Este certificado está finalizado y ya no se puede modificar.">
                <TextArea value={content} disabled endless className={`${LOCKED_CLASS} min-h-75`} />
              </Field>
              <NotALicence />
            </>
          }
          preview={<CertificatePreview patient={patient} certificate={certificate} />}
        />
      </Card>
      <FinalizationFooter word="Finalizado" document={certificate} className="px-1" />
    </PatientDocument>
  );
}
