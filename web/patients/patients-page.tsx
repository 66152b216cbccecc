import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { generatePath } from 'react-router';
import type { Patient } from '#contract/patients';
import { PatientList } from '#web/patients/patient-list.tsx';
import { usePatientSearch } from '#web/patients/patient-search.ts';
import { useCheckPatientLimit, useCreatePatient } from '#web/patients/patients.queries.ts';
import { useCreationRequest } from '#web/platform/creation-request.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useCanEditPatients, useProfessional } from '#web/platform/professional.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link, useNavigate } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';

const PatientFormDialog = onDemand(
  async () => (await import('#web/patients/patient-form-dialog.tsx')).PatientFormDialog,
);

export function PatientsPage() {
  const list = usePatientSearch();
  const ask = useCheckPatientLimit();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ patient: Patient; address: string }>();
  // Not disabled while pending: the focus returns to the button when the dialog closes.
  const create = () => {
    if (!ask.isPending) ask.mutate(undefined, { onSuccess: () => setCreating(true) });
  };
  const professional = useProfessional();
  const canCreate = useCanEditPatients();
  useCreationRequest(() => canCreate && create());

  return (
    <Page
      title="Pacientes"
      subtitle={professional ? `Pacientes de ${professional.name}` : 'Gestiona las fichas de tus pacientes'}
      actions={
        <>
          {!professional && (
            <Link to={PATHS.importPatients} className={buttonClass({ look: 'secondary' })}>
              <FileUp size={18} aria-hidden="true" />
              Importar
            </Link>
          )}
          {canCreate && (
            <Button onClick={create} aria-busy={ask.isPending}>
              <Plus size={18} aria-hidden="true" />
              Nuevo Paciente
            </Button>
          )}
        </>
      }
    >
      <SearchInput
        aria-label="Buscar pacientes"
        placeholder="Buscar por nombre o RUT..."
        maxLength={120}
        value={list.typed}
        onType={list.setTyped}
        className="mb-6 max-w-md"
      />
      <PatientList
        list={list}
        created={created?.address === list.address ? created.patient : undefined}
        onCreate={create}
      />
      {creating && (
        <NewPatientDialog
          onCreated={(patient) => setCreated({ patient, address: list.address })}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}

interface DialogProps {
  onCreated: (patient: Patient) => void;
  onClose: () => void;
}

function NewPatientDialog({ onCreated, onClose }: DialogProps) {
  const navigate = useNavigate();
  const create = useCreatePatient(({ _id }) => ({
    label: 'Abrir ficha',
    onPress: () => void navigate(generatePath(PATHS.patient, { id: _id })),
  }));
  const finish = (patient: Patient) => {
    onCreated(patient);
    onClose();
  };
  return (
    <PatientFormDialog
      title="Nuevo Paciente"
      submitLabel="Crear Paciente"
      busyLabel="Creando..."
      busy={create.isPending}
      onSubmit={(body, onError) => create.mutate(body, { onSuccess: finish, onError })}
      onClose={onClose}
    />
  );
}
