import { useRef, useState } from 'react';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { useFoundPatients } from '#web/agenda/use-found-patients.ts';
import { ComboboxInput, ComboboxList, useCombobox } from '#web/ui/combobox.tsx';
import { formatNumber } from '#web/ui/format-number.ts';

interface Props {
  ref: (control: HTMLElement | null) => void;
  onChoose: (patient: Patient) => void;
}

export function PatientSearch({ ref, onChoose }: Props) {
  const wasFocused = useRef(false);
  const [text, setText] = useState('');
  const { patients, total, searching, failed } = useFoundPatients(text);
  const combobox = useCombobox({
    text,
    onType: setText,
    options: patients,
    keyOf: ({ _id }) => _id,
    onChoose,
  });

  return (
    <>
      <ComboboxInput
        combobox={combobox}
        ref={(input) => {
          ref(input);
          // Only when the search opens: React calls this again on every render.
          if (input && !wasFocused.current) input.focus();
          wasFocused.current = true;
        }}
        aria-label="Buscar por nombre o RUT"
        placeholder="Buscar por nombre o RUT..."
        maxLength={120}
      />
      <div className="sm:col-span-2">
        <p aria-live="polite" className="text-muted text-sm tabular-nums sm:mt-1.5">
          {foundText(total, searching, failed)}
        </p>
        <ComboboxList
          combobox={combobox}
          label="Pacientes encontrados"
          className="mt-1.5 max-h-56"
          optionClassName="flex-wrap items-center justify-between gap-x-4"
        >
          {(patient) => (
            <>
              <span className="font-semibold">{nameWithSocial(patient)}</span>
              <span className="text-muted text-sm tabular-nums">{shortDocumentText(patient)}</span>
            </>
          )}
        </ComboboxList>
        {!searching && total > patients.length && (
          <p className="mt-1.5 text-muted text-sm">
            Aquí están los primeros {patients.length}. Sigue escribiendo para encontrar a los demás.
          </p>
        )}
      </div>
    </>
  );
}

function foundText(total: number, searching: boolean, failed: boolean): string {
  if (total > 0) return `${formatNumber(total)} paciente(s) encontrado(s)`;
  if (failed) return 'No se pudieron cargar los pacientes';
  return searching ? 'Buscando...' : 'No se encontraron pacientes';
}
