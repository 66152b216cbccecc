import { useState } from 'react';
import { useParams } from 'react-router';
import type { Certificate, CertificateTemplate } from '#contract/certificates';
import { CancelCertificate } from '#web/certificates/cancel-certificate.tsx';
import { certificateDraft } from '#web/certificates/certificate-draft.ts';
import { CertificateEditor } from '#web/certificates/certificate-editor.tsx';
import { useCertificate } from '#web/certificates/certificates.queries.ts';
import { FinalizedCertificate } from '#web/certificates/finalized-certificate.tsx';
import { useTemplates } from '#web/certificates/templates.queries.ts';
import { useVariableValues } from '#web/certificates/variable-values.ts';
import { DocumentLoader, type LoadedDocument } from '#web/drafts/document-loader.tsx';
import { DocumentScreen } from '#web/drafts/document-screen.tsx';
import { EditorSkeleton } from '#web/drafts/editor-skeleton.tsx';
import { useDocumentId } from '#web/drafts/use-document-id.ts';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** A new certificate and an existing one share this page: the first save of a new one only changes the address. */
export function CertificatePage() {
  const { id: patientId = '', certificateId } = useParams();
  const id = useDocumentId('certificate', { patientId }, certificateId);
  return (
    <CertificateLoader key={`${patientId}/${id}`} patientId={patientId} id={id} isNew={certificateId === undefined} />
  );
}

interface LoaderProps {
  patientId: string;
  id: string;
  isNew: boolean;
}

function CertificateLoader({ patientId, id, ...props }: LoaderProps) {
  // After the first save the certificate is already in the editor: it is not loaded.
  const [isNew] = useState(props.isNew);
  const certificate = useCertificate(isNew ? undefined : id);
  const { data: templates = [] } = useTemplates(isNew);
  return (
    <DocumentLoader
      patientId={patientId}
      document={isNew ? undefined : certificate}
      title="Certificado"
      failedTitle="No se pudo cargar la información del certificado"
      skeleton={<CertificateSkeleton />}
      notFound={<CertificateNotFound />}
    >
      {(loaded) => <LoadedCertificate id={id} loaded={loaded} templates={templates} />}
    </DocumentLoader>
  );
}

interface LoadedProps {
  id: string;
  loaded: LoadedDocument<Certificate>;
  templates: readonly CertificateTemplate[];
}

function LoadedCertificate({ id, loaded, templates }: LoadedProps) {
  const { patient, document: certificate } = loaded;
  const variables = useVariableValues(patient);
  const kind = certificateDraft(patient._id, variables);
  return (
    <DocumentScreen
      kind={kind}
      id={id}
      loaded={loaded}
      restricted="No tienes permisos para crear o editar certificados"
      notFound={<CertificateNotFound />}
      undecryptableAction={
        certificate && !certificate.isFinalized && <CancelCertificate patientId={patient._id} id={id} />
      }
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
      finalized={({ document, unsaved, onDismiss }) => (
        <FinalizedCertificate patient={patient} certificate={document} unsaved={unsaved} onDismiss={onDismiss} />
      )}
    />
  );
}

/** Shown for a certificate that was cancelled, never existed, or belongs to another professional or patient. */
function CertificateNotFound() {
  return (
    <UnavailablePage
      title="Certificado no encontrado"
      text="Puede que haya sido cancelado o que la dirección no sea la correcta."
      actions={
        <Link to={PATHS.patients} className={buttonClass()}>
          Volver a Pacientes
        </Link>
      }
    />
  );
}

function CertificateSkeleton() {
  return (
    <EditorSkeleton label="Cargando certificado">
      <Card>
        <Skeleton className="mb-5 h-11 w-52" />
        <Skeleton className="mb-2 h-4 w-16" />
        <Skeleton className="mb-5 h-11" />
        <Skeleton className="mb-2 h-4 w-24" />
        <Skeleton className="mb-7 h-75" />
      </Card>
    </EditorSkeleton>
  );
}
