import { FileText, Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { generatePath, useLocation, useNavigate, useParams } from 'react-router';
import type { Permission } from '#contract/billing';
import { documentText, nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { AccessLogCard } from '#web/access-log/access-log-card.tsx';
import { AttachmentsCard } from '#web/attachments/attachments-card.tsx';
import { useUnfinishedCertificate } from '#web/certificates/certificate-draft.ts';
import { LimitedBanner } from '#web/clinical-notes/limited-banner.tsx';
import { AppointmentsCard } from '#web/patient-profile/appointments-card.tsx';
import { ClinicalHistory } from '#web/patient-profile/clinical-history.tsx';
import { MeasurementsOfNotes } from '#web/patient-profile/measurements-card.tsx';
import { PatientProfileSkeleton } from '#web/patient-profile/patient-profile-skeleton.tsx';
import { type PatientProfileData, usePatientProfile } from '#web/patient-profile/use-patient-profile.ts';
import { PatientHighlights } from '#web/patients/patient-highlights.tsx';
import { PatientInformation } from '#web/patients/patient-information.tsx';
import { PatientMissing } from '#web/patients/patient-missing.tsx';
import { useRememberRecentPatient } from '#web/patients/recent-patients.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { useReady } from '#web/ui/shown-when.tsx';

const NewCertificateDialog = onDemand(
  async () => (await import('#web/certificates/new-certificate-dialog.tsx')).NewCertificateDialog,
);

export function PatientProfilePage() {
  const { id = '' } = useParams();
  return <PatientProfileLoader key={id} id={id} />;
}

function PatientProfileLoader({ id }: { id: string }) {
  const loaded = usePatientProfile(id);
  return loaded ? <LoadedProfile {...loaded} /> : null;
}

function LoadedProfile(loaded: PatientProfileData) {
  const { data: patient, error, refetch } = loaded.patient;
  const { data: permission, isFetchedAfterMount } = loaded.permission;
  // The banner of a plan that has ended would move the page.
  const isPermissionKnown = useReady(permission !== undefined || isFetchedAfterMount);
  if (error instanceof ApiError && error.status === 404) return <PatientMissing />;
  if (patient && isPermissionKnown) return <PatientProfile {...loaded} patient={patient} permission={permission} />;
  if (patient || !error) return <PatientProfileSkeleton />;
  return (
    <Page title="Perfil del paciente" back={BACK_TO_PATIENTS}>
      <LoadFailure title="No se pudo cargar la información del paciente" onRetry={() => void refetch()} />
    </Page>
  );
}

interface ProfileProps extends Pick<PatientProfileData, 'notes' | 'certificates' | 'appointments'> {
  patient: Patient;
  permission: Permission | undefined;
}

function PatientProfile({ patient, permission, notes, certificates, appointments }: ProfileProps) {
  useRememberRecentPatient(patient);
  const isLimited = permission?.canCreate === false;
  // What stands below the history is hidden until its height is known: it would move.
  const hasHistory = useReady(notes.isFetched && certificates.isFetched);
  return (
    <Page
      title={nameWithSocial(patient)}
      subtitle={documentText(patient)}
      back={BACK_TO_PATIENTS}
      actions={<ClinicalActions patient={patient} canCreate={permission?.canCreate} />}
    >
      {isLimited && <LimitedBanner message={permission.message} />}
      <PatientHighlights patient={patient} />
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr]">
        <PatientInformation patient={patient} />
        <div className="min-w-0 lg:row-span-2">
          <ClinicalHistory patientId={patient._id} notes={notes} certificates={certificates} isLimited={isLimited} />
        </div>
        <div className={hasHistory ? '' : 'max-lg:hidden'}>
          <AppointmentsCard patient={patient} loaded={appointments} />
        </div>
      </div>
      <div hidden={!hasHistory}>
        {notes.data?.some(({ measurements }) => measurements) && (
          <div className="mt-6 empty:mt-0">
            <MeasurementsOfNotes notes={notes.data} />
          </div>
        )}
        <div className="mt-6 empty:mt-0">
          <AttachmentsCard patientId={patient._id} isReadOnly={isLimited} />
        </div>
        <div className="mt-6">
          <AccessLogCard patientId={patient._id} />
        </div>
      </div>
    </Page>
  );
}

/** Returns to the same search and page of the list. */
function BackToPatients() {
  const { state } = useLocation() as { state: { list?: string } | null };
  return <BackLink to={{ pathname: PATHS.patients, search: state?.list ?? '' }} label="Volver a Pacientes" />;
}

const BACK_TO_PATIENTS = <BackToPatients />;

interface ActionsProps {
  patient: Patient;
  /** Undefined while loading. */
  canCreate: boolean | undefined;
}

const ClinicalActions = memo(function ClinicalActions({ patient, canCreate }: ActionsProps) {
  const navigate = useNavigate();
  const isLimited = canCreate === false;
  // An unfinished certificate is restored when its author signs in again.
  const isUnfinished = useUnfinishedCertificate(patient);
  const [isCertifying, setCertifying] = useState<boolean>();
  if (isCertifying === undefined && isUnfinished && canCreate) setCertifying(true);
  return (
    <>
      <Button look="secondary" disabled={isLimited} onClick={() => setCertifying(true)}>
        <FileText size={18} aria-hidden="true" className="max-sm:hidden" />
        Nuevo Certificado
      </Button>
      <Button
        disabled={isLimited}
        onClick={() => void navigate(generatePath(PATHS.newClinicalNote, { id: patient._id }))}
      >
        <Plus size={18} aria-hidden="true" className="max-sm:hidden" />
        Agregar Atención
      </Button>
      {isCertifying && <NewCertificateDialog patient={patient} onClose={() => setCertifying(false)} />}
    </>
  );
});
