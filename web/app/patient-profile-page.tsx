import { ArrowLeft, FileText, Plus } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { Patient } from '#contract/patients';
import { formatRut } from '#contract/rut';
import { useClinicalPermission } from '#web/clinical-notes/clinical-notes.queries.ts';
import { LimitedBanner } from '#web/clinical-notes/limited-banner.tsx';
import { PatientHighlights } from '#web/patients/patient-highlights.tsx';
import { PatientInformation } from '#web/patients/patient-information.tsx';
import { PatientMissing } from '#web/patients/patient-missing.tsx';
import { PatientProfileSkeleton } from '#web/patients/patient-profile-skeleton.tsx';
import { usePatient } from '#web/patients/patients.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

export function PatientProfilePage() {
  const { id = '' } = useParams();
  const { data: patient, error, refetch } = usePatient(id);
  if (error instanceof ApiError && error.status === 404) return <PatientMissing />;
  if (patient) return <PatientProfile key={id} patient={patient} />;
  if (!error) return <PatientProfileSkeleton />;
  return (
    <Page title="Perfil del paciente" back={<BackToPatients />}>
      <LoadFailure title="No se pudo cargar la información del paciente" onRetry={() => void refetch()} />
    </Page>
  );
}

function PatientProfile({ patient }: { patient: Patient }) {
  const permission = useClinicalPermission();
  const isLimited = permission?.canCreate === false;
  return (
    <Page
      title={patient.name}
      subtitle={`RUT ${formatRut(patient.rut)}`}
      back={<BackToPatients />}
      actions={<ClinicalActions />}
    >
      {isLimited && <LimitedBanner message={permission.message} />}
      <PatientHighlights patient={patient} />
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
        <PatientInformation patient={patient} />
        <Card title="Historial Clínico">
          <EmptyState
            picture={<NightSky />}
            title="No hay registros clínicos"
            text={
              isLimited
                ? 'Tu plan no permite crear registros para este paciente.'
                : 'Las atenciones y los certificados de este paciente aparecerán aquí.'
            }
          />
        </Card>
      </div>
    </Page>
  );
}

/** Back to the same search and the same page of the list from which one came. */
function BackToPatients() {
  const { state } = useLocation() as { state: { list?: string } | null };
  return (
    <Link
      to={{ pathname: PATHS.patients, search: state?.list }}
      aria-label="Volver a Pacientes"
      className={`${buttonClass({ look: 'secondary', size: 'icon' })} shrink-0`}
    >
      <ArrowLeft size={20} aria-hidden="true" />
    </Link>
  );
}

function ClinicalActions() {
  const reason = useId();
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" disabled aria-describedby={reason}>
          <FileText size={18} aria-hidden="true" className="max-sm:hidden" />
          Nuevo Certificado
        </Button>
        <Button disabled aria-describedby={reason}>
          <Plus size={18} aria-hidden="true" className="max-sm:hidden" />
          Agregar Atención
        </Button>
      </div>
      <p id={reason} className="mt-1.5 text-fine text-muted">
        En construcción
      </p>
    </div>
  );
}
