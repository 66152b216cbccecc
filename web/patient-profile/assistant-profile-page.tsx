import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { documentText, nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { appointmentsOfPatient } from '#web/agenda/agenda.queries.ts';
import { AppointmentsCard } from '#web/patient-profile/appointments-card.tsx';
import { BackToPatients } from '#web/patient-profile/back-to-patients.tsx';
import { useAppointmentPages } from '#web/patient-profile/patient-appointments.ts';
import { PatientInformation, PatientInformationSkeleton } from '#web/patients/patient-information.tsx';
import { PatientMissing } from '#web/patients/patient-missing.tsx';
import { ageText } from '#web/patients/patient-texts.ts';
import { usePatient } from '#web/patients/patients.queries.ts';
import { useRememberRecentPatient } from '#web/patients/recent-patients.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { useCanCharge } from '#web/platform/professional.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkedPart } from '#web/ui/linked-part.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PatientChargesCard = onDemand(
  async () => (await import('#web/charges/patient-charges-card.tsx')).PatientChargesCard,
  () => <Skeleton className="h-45 w-full" />,
);

/** What an assistant sees of a patient: identity, contact, appointments and, with the right, charges. */
export function AssistantProfilePage() {
  const { id = '' } = useParams();
  return <ProfileLoader key={id} id={id} />;
}

function ProfileLoader({ id }: { id: string }) {
  const { data: patient, error, refetch } = usePatient(id);
  if (error instanceof ApiError && error.status === 404) return <PatientMissing />;
  if (patient) return <Profile patient={patient} />;
  return (
    <Page title="Perfil del paciente" back={<BackToPatients />}>
      {error ? (
        <LoadFailure title="No se pudo cargar la información del paciente" onRetry={() => void refetch()} />
      ) : (
        <PatientInformationSkeleton />
      )}
    </Page>
  );
}

function Profile({ patient }: { patient: Patient }) {
  useRememberRecentPatient(patient);
  const canCharge = useCanCharge();
  const joinPages = useAppointmentPages(patient._id);
  const appointments = joinPages(useQuery(appointmentsOfPatient(patient._id)));
  return (
    <Page
      title={nameWithSocial(patient)}
      subtitle={`${documentText(patient)} · ${ageText(patient.age)}`}
      badge={patient.blocked && <Badge tone="orange">Uso de datos bloqueado</Badge>}
      back={<BackToPatients />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PatientInformation patient={patient} />
        <div className="flex min-w-0 flex-col gap-6">
          <AppointmentsCard patient={patient} loaded={appointments} />
          {canCharge && (
            <LinkedPart id="cobros">
              <PatientChargesCard patient={patient} />
            </LinkedPart>
          )}
        </div>
      </div>
    </Page>
  );
}
