import { useState } from 'react';
import { useParams } from 'react-router';
import type { Certificate, CertificateTemplate } from '#contract/certificates';
import { DocumentScreen } from '#web/app/document-screen.tsx';
import { DocumentVisit, type Visited } from '#web/app/document-visit.tsx';
import { certificateDraft } from '#web/certificates/certificate-draft.ts';
import { CertificateEditor } from '#web/certificates/certificate-editor.tsx';
import { CertificateMissing } from '#web/certificates/certificate-missing.tsx';
import { CertificateSkeleton } from '#web/certificates/certificate-skeleton.tsx';
import { useCertificate } from '#web/certificates/certificates.queries.ts';
import { FinalizedCertificate } from '#web/certificates/finalized-certificate.tsx';
import { useTemplates } from '#web/certificates/templates.queries.ts';
import { useVariableValues } from '#web/certificates/variable-values.ts';
import { useDocumentId } from '#web/drafts/use-document-id.ts';

/** Both addresses of a certificate, without and with its id, lead here. */
export function CertificatePage() {
  const { id: patientId = '', certificateId } = useParams();
  const id = useDocumentId('certificate', patientId, certificateId);
  return (
    <CertificateVisit key={`${patientId}/${id}`} patientId={patientId} id={id} isNew={certificateId === undefined} />
  );
}

interface CertificateVisitProps {
  patientId: string;
  id: string;
  isNew: boolean;
}

function CertificateVisit({ patientId, id, ...props }: CertificateVisitProps) {
  // The first save changes the address; the certificate that is being written is already here.
  const [isNew] = useState(props.isNew);
  const certificate = useCertificate(isNew ? undefined : id);
  const { data: templates = [] } = useTemplates(isNew);
  return (
    <DocumentVisit
      patientId={patientId}
      document={isNew ? undefined : certificate}
      title="Certificado"
      notLoaded="No se pudo cargar la información del certificado"
      skeleton={<CertificateSkeleton />}
      missing={<CertificateMissing />}
    >
      {(visited) => <VisitedCertificate id={id} visited={visited} templates={templates} />}
    </DocumentVisit>
  );
}

interface Props {
  id: string;
  visited: Visited<Certificate>;
  templates: readonly CertificateTemplate[];
}

function VisitedCertificate({ id, visited, templates }: Props) {
  const { patient, document: certificate } = visited;
  const variables = useVariableValues(patient);
  const kind = certificateDraft(patient._id, variables);
  return (
    <DocumentScreen
      kind={kind}
      id={id}
      visited={visited}
      restricted="No tienes permisos para crear o editar certificados"
      missing={<CertificateMissing />}
      editor={(onFinalized) => (
        <CertificateEditor
          kind={kind}
          id={id}
          patient={patient}
          variables={variables}
          certificate={certificate}
          templates={templates}
          onFinalized={onFinalized}
        />
      )}
      finalized={({ document, unsaved, onForget }) => (
        <FinalizedCertificate patient={patient} certificate={document} unsaved={unsaved} onForget={onForget} />
      )}
    />
  );
}
