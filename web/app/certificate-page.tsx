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
import { useVisit } from '#web/platform/same-screen.ts';

/** Both addresses of a certificate, without and with its id, lead here. */
export function CertificatePage() {
  const { id = '', certificateId } = useParams();
  return <CertificateVisit key={useVisit()} patientId={id} certificateId={certificateId} />;
}

function CertificateVisit({ patientId, certificateId }: { patientId: string; certificateId?: string }) {
  // The first save brings an id into the address; what is being written is already here.
  const [openedId] = useState(certificateId);
  const certificate = useCertificate(openedId);
  const { data: templates = [] } = useTemplates(openedId === undefined);
  return (
    <DocumentVisit
      patientId={patientId}
      document={openedId === undefined ? undefined : certificate}
      title="Certificado"
      notLoaded="No se pudo cargar la información del certificado"
      skeleton={<CertificateSkeleton />}
      missing={<CertificateMissing />}
    >
      {(visited) => <VisitedCertificate visited={visited} templates={templates} />}
    </DocumentVisit>
  );
}

interface Props {
  visited: Visited<Certificate>;
  templates: readonly CertificateTemplate[];
}

function VisitedCertificate({ visited, templates }: Props) {
  const { patient, document: certificate } = visited;
  const variables = useVariableValues(patient);
  const kind = certificateDraft(patient._id, variables);
  return (
    <DocumentScreen
      kind={kind}
      visited={visited}
      restricted="No tienes permisos para crear o editar certificados"
      missing={<CertificateMissing />}
      editor={(onFinalized) => (
        <CertificateEditor
          kind={kind}
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
