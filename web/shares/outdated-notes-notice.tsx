import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { outdatedNotes } from '#web/shares/outdated-notes.ts';
import { SendButton } from '#web/shares/send-button.tsx';
import { noteDocuments } from '#web/shares/shareable-documents.ts';
import { useShares } from '#web/shares/shares.queries.ts';
import { formatInstant } from '#web/ui/format-instant.ts';

interface Props {
  patient: Patient;
  notes: readonly ClinicalNote[];
}

/** Offers to send again each note that changed after it was sent. */
export function OutdatedNotes({ patient, notes }: Props) {
  const corrected = notes.filter(({ addenda = [] }) => addenda.some(({ status }) => status === 'finalized'));
  const { data: shares = [] } = useShares(patient._id, corrected.length > 0);
  const outdated = outdatedNotes(corrected, shares);
  return outdated.map((note) => <OutdatedNote key={note._id} patient={patient} note={note} />);
}

function OutdatedNote({ patient, note }: { patient: Patient; note: ClinicalNote }) {
  const { day } = formatInstant(note.date, useTimeZone());
  const documents = noteDocuments(note, useCurrentUser().profession);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-orange/40 bg-orange-tint px-4 py-3">
      <p>La nota del {day} cambió después de enviarla.</p>
      <SendButton
        patient={patient}
        documents={documents}
        chosen={documents.filter(({ kind }) => kind === 'clinical-note')}
        label="Enviar la versión nueva"
        className="max-sm:w-full"
      />
    </div>
  );
}
