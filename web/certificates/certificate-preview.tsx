import type { ReactNode } from 'react';
import type { Certificate, CertificateContent } from '#contract/certificates';
import { DOCUMENT_TYPES, formatDocument } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { certificateHeading } from '#contract/professions';
import { isIncomplete } from '#web/certificates/certificate-form.ts';
import { ageText } from '#web/patients/patient-texts.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';

interface Props {
  patient: Patient;
  /** With its variables filled. */
  certificate: CertificateContent & Pick<Certificate, 'heading'>;
}

/** The certificate as it will be printed. */
export function CertificatePreview({ patient, certificate }: Props) {
  const heading = certificateHeading(useCurrentUser().profession);
  return (
    <article
      aria-label="Vista previa del certificado"
      className="rounded-control border border-line bg-paper p-5 sm:p-8"
    >
      <h2 className="text-center text-lg tracking-wide sm:text-subheading">{certificate.heading ?? heading}</h2>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-line border-y py-4 sm:grid-cols-[2fr_1fr_1fr]">
        <Detail name="Paciente" className="col-span-2 sm:col-span-1">
          {patient.name}
        </Detail>
        <Detail name={DOCUMENT_TYPES[patient.documentType]}>{formatDocument(patient)}</Detail>
        <Detail name="Edad">{ageText(patient.age)}</Detail>
      </dl>
      {isIncomplete(certificate) ? (
        <p className="min-h-37.5 py-6 text-muted">Complete el título y contenido para ver la vista previa</p>
      ) : (
        <>
          <h3 className="mt-6 text-lg">{certificate.title}</h3>
          <p className="mt-3 min-h-37.5 whitespace-pre-wrap">{certificate.content}</p>
        </>
      )}
      <NotALicence />
    </article>
  );
}

/** In Chile only a licencia médica, which is issued elsewhere, grants paid sick leave. */
export const NotALicence = () => (
  <p className="mt-6 text-fine text-muted">Este certificado no constituye licencia médica ni la reemplaza.</p>
);

function Detail({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
