import { FileText, Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { generatePath, useParams } from 'react-router';
import type { Permission } from '#contract/billing';
import type { ClinicalNote } from '#contract/clinical-notes';
import { documentText, nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { AttachmentsCard } from '#web/attachments/attachments-card.tsx';
import { useUnfinishedCertificate } from '#web/certificates/certificate-draft.ts';
import { LimitedBanner } from '#web/clinical-notes/limited-banner.tsx';
import { AppointmentsCard } from '#web/patient-profile/appointments-card.tsx';
import { BackToPatients } from '#web/patient-profile/back-to-patients.tsx';
import { BlockedBanner } from '#web/patient-profile/blocked-banner.tsx';
import { ClinicalHistory } from '#web/patient-profile/clinical-history.tsx';
import { PatientHighlights } from '#web/patient-profile/patient-highlights.tsx';
import { PatientProfileSkeleton } from '#web/patient-profile/patient-profile-skeleton.tsx';
import { JumpTarget, ProfileJumps } from '#web/patient-profile/profile-jumps.tsx';
import { type PatientProfileData, usePatientProfile } from '#web/patient-profile/use-patient-profile.ts';
import { PatientInformation } from '#web/patients/patient-information.tsx';
import { PatientMissing } from '#web/patients/patient-missing.tsx';
import { ageText } from '#web/patients/patient-texts.ts';
import { useRememberRecentPatient } from '#web/patients/recent-patients.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkedPart } from '#web/ui/linked-part.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { useReady } from '#web/ui/shown-when.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const AccessLogCard = onDemand(
  async () => (await import('#web/access-log/access-log-card.tsx')).AccessLogCard,
  () => <Skeleton className="h-45 w-full" />,
);
const SharesCard = onDemand(
  async () => (await import('#web/shares/shares-card.tsx')).SharesCard,
  () => <Skeleton className="h-30 w-full" />,
);
const PatientChargesCard = onDemand(
  async () => (await import('#web/charges/patient-charges-card.tsx')).PatientChargesCard,
  () => <Skeleton className="h-45 w-full" />,
);
const MeasurementsOfNotes = onDemand(
  async () => (await import('#web/patient-profile/measurements-card.tsx')).MeasurementsOfNotes,
);
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

const NO_NOTES: readonly ClinicalNote[] = [];

interface ProfileProps extends Pick<PatientProfileData, 'notes' | 'certificates' | 'appointments'> {
  patient: Patient;
  permission: Permission | undefined;
}

function PatientProfile({ patient, permission, notes, certificates, appointments }: ProfileProps) {
  useRememberRecentPatient(patient);
  const isLimited = permission?.canCreate === false;
  // Only finalised documents are sent, and they stay.
  const hasDocuments =
    notes.data?.some(({ status }) => status === 'finalized') === true ||
    certificates.data?.some(({ isFinalized }) => isFinalized) === true;
  // What stands below the history is hidden until its height is known: it would move.
  const hasHistory = useReady(notes.isFetched && certificates.isFetched);
  return (
    <Page
      title={nameWithSocial(patient)}
      subtitle={`${documentText(patient)} · ${ageText(patient.age)}`}
      back={BACK_TO_PATIENTS}
      actions={<ClinicalActions patient={patient} canCreate={permission?.canCreate} />}
    >
      {patient.blocked && <BlockedBanner patient={patient} />}
      {isLimited && <LimitedBanner message={permission.message} />}
      <PatientHighlights patient={patient} notes={notes} />
      <ProfileJumps
        patientId={patient._id}
        notes={notes.data ?? []}
        isLimited={isLimited}
        hasDocuments={hasDocuments}
      />
      {/* The history comes first, also for the Tab key and on a telephone. A wide screen has the data on its left. */}
      <div className="grid gap-6 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2">
          <JumpTarget part="historial" className="flex grow flex-col *:grow">
            <ClinicalHistory patient={patient} notes={notes} certificates={certificates} isLimited={isLimited} />
          </JumpTarget>
          <div hidden={!hasHistory} className="flex flex-col gap-6">
            <JumpTarget part="archivos">
              <AttachmentsCard patientId={patient._id} isReadOnly={isLimited} />
            </JumpTarget>
            <JumpTarget part="enviado">
              {hasDocuments && <SharesCard patient={patient} notes={notes.data ?? NO_NOTES} />}
            </JumpTarget>
            <AccessLogCard patientId={patient._id} />
          </div>
        </div>
        <div className={`${DATA_COLUMN_CLASS} ${hasHistory ? '' : 'max-lg:hidden'}`}>
          <JumpTarget part="datos">
            <PatientInformation patient={patient} />
          </JumpTarget>
          <JumpTarget part="citas">
            <AppointmentsCard patient={patient} loaded={appointments} />
          </JumpTarget>
          <LinkedPart id="cobros" ready={hasHistory}>
            <PatientChargesCard patient={patient} />
          </LinkedPart>
          <JumpTarget part="mediciones">{notes.data && <MeasurementsOfNotes notes={notes.data} />}</JumpTarget>
        </div>
      </div>
    </Page>
  );
}

/** Beside a longer history, the end of the column stays in sight. A column that is less tall than the screen stays whole. */
const DATA_COLUMN_CLASS =
  'flex min-w-0 flex-col gap-6 lg:sticky lg:bottom-6 lg:col-start-1 lg:row-start-1 lg:min-h-[calc(100vh-6.5rem)] lg:self-end';

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
