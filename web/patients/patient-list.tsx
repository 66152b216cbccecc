import { FileUp } from 'lucide-react';
import { matchesSearch } from '#contract/patient-search';
import { PATIENTS_PER_PAGE, type Patient } from '#contract/patients';
import { PatientCard, PatientCardSkeletons, PatientGrid } from '#web/patients/patient-card.tsx';
import { listAddress, type usePatientSearch } from '#web/patients/patient-search.ts';
import { usePatientsPage } from '#web/patients/patients.queries.ts';
import { GuideLink } from '#web/platform/guide-link.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { useCanEditPatients, useIsAssistant } from '#web/platform/professional.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatNumber } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link, Navigate } from '#web/ui/navigation.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

interface Props {
  list: ReturnType<typeof usePatientSearch>;
  /** A patient who was just created comes first: their place in the order of names may be on another page. */
  created: Patient | undefined;
  onCreate: () => void;
}

/** Filters the loaded patients at once, and shows the server's answer when it arrives. */
export function PatientList({ list: { typed, search, page, address, goToPage }, created, onCreate }: Props) {
  const timeZone = useTimeZone();
  const { data, isError, isPlaceholderData, refetch } = usePatientsPage(page, search);
  const settled = !isPlaceholderData && typed.trim() === search;

  if (!data && isError) {
    return <LoadFailure title="No se pudieron cargar los pacientes" onRetry={() => void refetch()} />;
  }
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PATIENTS_PER_PAGE));
  if (data && settled && page > pages) {
    return <Navigate to={{ search: String(new URLSearchParams(listAddress(search, pages))) }} replace />;
  }
  const loaded = data?.patients ?? [];
  const matching = settled ? loaded : loaded.filter((patient) => matchesSearch(patient, typed));
  // The earlier results stay in their place until the answer arrives, so that nothing moves twice.
  const listed = matching.length > 0 || settled ? matching : loaded;
  const shown = created ? [created, ...listed.filter(({ _id }) => _id !== created._id)] : listed;
  if (!data || (shown.length === 0 && !settled)) return <PatientCardSkeletons />;
  if (shown.length === 0) return search ? <NoneFound /> : <NoneYet onCreate={onCreate} />;

  return (
    <>
      <p role="status" className="sr-only">
        {settled && counted(data.total)}
      </p>
      <PatientGrid busy={!settled}>
        {shown.map((patient) => (
          <PatientCard
            key={patient._id}
            patient={patient}
            isNew={patient === created}
            timeZone={timeZone}
            list={address}
          />
        ))}
      </PatientGrid>
      {pages > 1 && (
        <div className="mt-8">
          <Pager page={page} pages={pages} onPage={goToPage} />
        </div>
      )}
    </>
  );
}

const counted = (total: number) => `${formatNumber(total)} ${total === 1 ? 'paciente' : 'pacientes'}`;

function NoneYet({ onCreate }: { onCreate: () => void }) {
  const isAssistant = useIsAssistant();
  const canCreate = useCanEditPatients();
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title="No hay pacientes registrados"
        text={canCreate ? 'Comienza agregando tu primer paciente' : 'El profesional todavía no tiene pacientes.'}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {canCreate && <Button onClick={onCreate}>Agregar Paciente</Button>}
            {!isAssistant && (
              <Link to={PATHS.importPatients} className={buttonClass({ look: 'secondary' })}>
                <FileUp size={18} aria-hidden="true" />
                Importar pacientes
              </Link>
            )}
          </div>
        }
        more={!isAssistant && <GuideLink />}
      />
    </Card>
  );
}

function NoneFound() {
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title="No se encontraron pacientes"
        text="Intenta con otros términos de búsqueda"
      />
    </Card>
  );
}
