import { useState } from 'react';
import { DURATIONS, durationLabel } from '#contract/agenda';
import { EVENT_FIELDS } from '#contract/imports/appointment-import';
import type { ImportProblem } from '#contract/imports/imports';
import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { SLOTS } from '#contract/slots';
import { ImportSteps } from '#web/imports/import-steps.tsx';
import { PatientCombobox } from '#web/patients/patient-combobox.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Page } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';

export function AppointmentImportPage() {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <Page title="Importar citas" subtitle="Trae tus citas desde un calendario">
      <ImportSteps
        kind="appointments"
        fieldTexts={EVENT_FIELDS}
        listPath={PATHS.agenda}
        listLabel="Ver mi agenda"
        agreedFields={({ from }) => ({ from })}
        controlFor={(problem, typed, onType) => {
          const value = typed[problem.row]?.[problem.field] ?? '';
          const label = `${EVENT_FIELDS[problem.field as keyof typeof EVENT_FIELDS]} del evento ${problem.row}`;
          if (problem.field === 'patientId') {
            const choose = (patient: Patient) => {
              setNames(new Map(names).set(patient._id, nameWithSocial(patient)));
              onType(problem, patient._id);
            };
            return <PatientChoice problem={problem} name={names.get(value)} onChoose={choose} />;
          }
          const options = OPTIONS[problem.field];
          if (!options) return undefined;
          return (
            <Select
              aria-label={label}
              value={value}
              placeholder={`Elegir (ahora ${problem.value})`}
              options={options}
              onChange={({ target }) => onType(problem, target.value)}
            />
          );
        }}
      >
        <p className="mb-4 max-w-prose text-muted text-sm">
          Se importan las citas desde hoy y por un año. El título de cada evento debe ser el nombre o el RUT de un
          paciente tuyo; si no lo es, podrás elegirlo. Importa primero a tus pacientes.
        </p>
      </ImportSteps>
    </Page>
  );
}

const OPTIONS: Record<string, { value: string; label: string }[]> = {
  time: SLOTS.map((value) => ({ value, label: value })),
  duration: DURATIONS.map((value) => ({ value: String(value), label: durationLabel(value) })),
};

interface ChoiceProps {
  problem: ImportProblem;
  name: string | undefined;
  onChoose: (patient: Patient) => void;
}

function PatientChoice({ problem, name, onChoose }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" className="w-full" onClick={() => setOpen(true)}>
        {name ?? 'Elegir paciente'}
        <span className="sr-only"> para el evento {problem.row}</span>
      </Button>
      {isOpen && (
        <Dialog title="Elegir paciente" onClose={() => setOpen(false)}>
          <p className="mb-4 break-words text-muted">Evento: {problem.label || 'sin título'}</p>
          <PatientCombobox
            ref={() => undefined}
            onChoose={(patient) => {
              onChoose(patient);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
