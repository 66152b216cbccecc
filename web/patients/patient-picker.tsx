import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { PatientCombobox } from '#web/patients/patient-combobox.tsx';
import { patientsMatching, useCheckPatientLimit } from '#web/patients/patients.queries.ts';
import { NEW_PATIENT_ADDRESS } from '#web/platform/paths.ts';
import { useCanEditPatients } from '#web/platform/professional.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatNumber } from '#web/ui/format-number.ts';
import { Link } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const InlinePatientForm = onDemand(
  async () => (await import('#web/patients/inline-patient-form.tsx')).InlinePatientForm,
);

type Ref = (control: HTMLElement | null) => void;

interface Props {
  /** The field with the id of the patient. */
  field: { ref: Ref; onChange: (patientId: string) => void };
  error: string | undefined;
  onFocus: () => void;
  /** Chosen at first. */
  patient?: Patient | undefined;
  /** A new patient is being written, who is lost when the dialog closes. */
  onCreating: (isCreating: boolean) => void;
}

export function PatientPicker({ field, error, onFocus, patient, onCreating }: Props) {
  const [chosen, setChosen] = useState(patient);
  const [searching, setSearching] = useState(false);
  /** The search that found nobody. */
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  const canCreate = useCanEditPatients();
  const permission = useCheckPatientLimit();
  const showCreation = (isCreating: boolean) => {
    setCreating(isCreating);
    onCreating(isCreating);
  };
  const create = (text: string) => {
    setSearch(text);
    if (!permission.isPending) permission.mutate(undefined, { onSuccess: () => showCreation(true) });
  };
  const choose = (next?: Patient) => {
    setChosen(next);
    setSearch('');
    field.onChange(next?._id ?? '');
    // The new control is rendered in the next frame.
    requestAnimationFrame(onFocus);
  };
  // Rendered at once: after a reply React may render later than the frame in which `choose` moves the focus.
  const finishCreation = (created: Patient) =>
    flushSync(() => {
      showCreation(false);
      choose(created);
    });

  if (creating) {
    return <InlinePatientForm search={search} onCreated={finishCreation} onCancel={() => showCreation(false)} />;
  }
  return (
    <Field label="Paciente" required error={error}>
      {chosen ? (
        <ChosenPatient ref={field.ref} patient={chosen} onClear={() => choose()} />
      ) : (
        <div className="grid gap-x-2 max-sm:gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          {searching ? (
            <PatientCombobox
              ref={field.ref}
              initialText={search}
              onChoose={choose}
              onCreate={canCreate ? create : undefined}
            />
          ) : (
            <PatientSelect ref={field.ref} onChoose={choose} />
          )}
          <Button
            look="secondary"
            aria-pressed={searching}
            onClick={() => setSearching(!searching)}
            className="aria-pressed:bg-austral-100 max-sm:row-start-2 sm:col-start-2 sm:row-start-1"
          >
            <Search size={18} aria-hidden="true" />
            Buscar
          </Button>
        </div>
      )}
    </Field>
  );
}

function PatientSelect({ ref, onChoose }: { ref: Ref; onChoose: (patient?: Patient) => void }) {
  const { data, isError, refetch } = useQuery(patientsMatching(''));
  const canCreate = useCanEditPatients();
  if (!data && isError) {
    return (
      <Button ref={ref} look="secondary" onClick={() => void refetch()}>
        Volver a cargar los pacientes
      </Button>
    );
  }
  if (!data) return <Skeleton className="h-11" />;
  const { patients, total } = data;
  if (total === 0) {
    return (
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <p className="text-muted">No hay pacientes disponibles</p>
        {canCreate && (
          <Link to={NEW_PATIENT_ADDRESS} className={TALL_TEXT_LINK_CLASS}>
            Agregar un paciente
          </Link>
        )}
      </div>
    );
  }
  return (
    <>
      <Select
        ref={ref}
        value=""
        onChange={({ target }) => onChoose(patients.find(({ _id }) => _id === target.value))}
        placeholder="Seleccionar paciente"
        options={patients.map((patient) => ({
          value: patient._id,
          label: `${nameWithSocial(patient)} · ${shortDocumentText(patient)}`,
        }))}
      />
      {total > patients.length && (
        <p className="text-muted sm:col-span-2 sm:mt-1.5 text-sm">
          Aquí están los primeros {patients.length} de {formatNumber(total)}. Usa «Buscar» para encontrar a los demás.
        </p>
      )}
    </>
  );
}

function ChosenPatient({ ref, patient, onClear }: { ref: Ref; patient: Patient; onClear: () => void }) {
  const name = nameWithSocial(patient);
  return (
    <div className="flex items-center gap-3 rounded-control border border-austral-600 bg-austral-50 py-1.5 pr-1.5 pl-3.5">
      <p className="min-w-0 flex-1">
        <span className="block font-bold">{name}</span>
        <span className="block text-muted text-sm tabular-nums">{shortDocumentText(patient)}</span>
      </p>
      <Button ref={ref} look="ghost" size="icon" aria-label={`Quitar a ${name}`} onClick={onClear}>
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}
