import type { ReactNode } from 'react';
import type { CertificateContent } from '#contract/certificates';
import type { Patient } from '#contract/patients';
import { formatRut } from '#contract/rut';
import { isIncomplete } from '#web/certificates/certificate-form.ts';
import { NotALicence } from '#web/certificates/not-a-licence.tsx';
import { ageText } from '#web/patients/patient-texts.ts';

interface Props {
  patient: Patient;
  /** With its variables in place. */
  written: CertificateContent;
}

/** The certificate as a sheet of paper. */
export function CertificatePreview({ patient, written }: Props) {
  return (
    <article
      aria-label="Vista previa del certificado"
      className="rounded-control border border-line bg-paper p-5 sm:p-8"
    >
      <h2 className="text-center text-lg tracking-wide sm:text-subheading">CERTIFICADO MÉDICO</h2>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-line border-y py-4 sm:grid-cols-[2fr_1fr_1fr]">
        <Fact name="Paciente" className="col-span-2 sm:col-span-1">
          {patient.name}
        </Fact>
        <Fact name="RUT">{formatRut(patient.rut)}</Fact>
        <Fact name="Edad">{ageText(patient.age)}</Fact>
      </dl>
      {isIncomplete(written) ? (
        <p className="min-h-37.5 py-6 text-muted">Complete el título y contenido para ver la vista previa</p>
      ) : (
        <>
          <h3 className="mt-6 text-lg">{written.title}</h3>
          <p className="mt-3 min-h-37.5 whitespace-pre-wrap">{written.content}</p>
        </>
      )}
      <NotALicence />
    </article>
  );
}

function Fact({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
