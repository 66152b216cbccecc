import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { patientRoom } from '#web/patients/patients.queries.ts';
import { useFoundPatients } from '#web/patients/use-found-patients.ts';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { Button } from '#web/ui/button.tsx';
import { ComboboxInput, ComboboxList, useCombobox } from '#web/ui/combobox.tsx';
import { formatNumber } from '#web/ui/format-number.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  ref: (control: HTMLElement | null) => void;
  /** Searched at first. */
  initialText?: string;
  onChoose: (patient: Patient) => void;
  /** Offers to create a patient from a text that finds nobody. */
  onCreate?: ((text: string) => void) | undefined;
}

export function PatientCombobox({ ref, initialText = '', onChoose, onCreate }: Props) {
  const wasFocused = useRef(false);
  const isAssistant = useIsAssistant();
  const [text, setText] = useState(initialText);
  const { patients, total, searching, failed } = useFoundPatients(text);
  const combobox = useCombobox({
    text,
    onType: setText,
    options: patients,
    keyOf: ({ _id }) => _id,
    onChoose,
  });
  const isNobody = total === 0 && !searching && !failed && text.trim() !== '';

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
        {onCreate && isNobody && (
          <>
            <Button
              look="secondary"
              onClick={() => onCreate(text.trim())}
              className="mt-1.5 h-auto max-w-full py-2 text-left"
            >
              <UserRoundPlus size={18} aria-hidden="true" className="shrink-0" />
              <span className="wrap-anywhere min-w-0">Crear «{text.trim()}»</span>
            </Button>
            <NoRoom />
          </>
        )}
        {!onCreate && isAssistant && isNobody && (
          <p className="mt-1.5 text-muted text-sm">
            No tienes permiso para agregar pacientes: el profesional puede dártelo en «Secretaría».
          </p>
        )}
        {!searching && total > patients.length && (
          <p className="mt-1.5 text-muted text-sm">
            Aquí están los primeros {patients.length}. Sigue escribiendo para encontrar a los demás.
          </p>
        )}
      </div>
    </>
  );
}

/** Says that the plan allows no more patients. */
function NoRoom() {
  const { data: room } = useQuery(patientRoom());
  const isAssistant = useIsAssistant();
  if (!room || room.canCreate) return null;
  return (
    <p role="status" className="mt-1.5 rounded-control border border-orange/40 bg-orange-tint px-4 py-3 text-sm">
      {room.message}{' '}
      {!isAssistant && (
        <Link to={PLANS_ADDRESS} className={TEXT_LINK_CLASS}>
          Ver los planes
        </Link>
      )}
    </p>
  );
}

function foundText(total: number, searching: boolean, failed: boolean): string {
  if (total > 0) return `${formatNumber(total)} paciente(s) encontrado(s)`;
  if (failed) return 'No se pudieron cargar los pacientes';
  return searching ? 'Buscando...' : 'No se encontraron pacientes';
}
