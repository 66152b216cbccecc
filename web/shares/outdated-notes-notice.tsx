import { useState } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { outdatedNotes } from '#web/shares/outdated-notes.ts';
import { SendDialog } from '#web/shares/send-button.tsx';
import { noteDocuments } from '#web/shares/shareable-documents.ts';
import { useShares } from '#web/shares/shares.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

interface Props {
  patient: Patient;
  notes: readonly ClinicalNote[];
}

/** Offers to send again each note that changed after it was sent. */
export function OutdatedNotesNotice({ patient, notes }: Props) {
  const { profession } = useCurrentUser();
  const timeZone = useTimeZone();
  const corrected = notes.filter(({ addenda = [] }) => addenda.some(({ status }) => status === 'finalized'));
  const { data: shares = [] } = useShares(patient._id, corrected.length > 0);
  // The dialog stays open with its link when the note is no longer outdated.
  const [sent, setSent] = useState<ClinicalNote>();
  const documents = sent ? noteDocuments(sent, profession) : [];
  return (
    <>
      {outdatedNotes(corrected, shares).map((note) => (
        <div
          key={note._id}
          className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-orange/40 bg-orange-tint px-4 py-3"
        >
          <p>La nota del {formatInstant(note.date, timeZone).day} cambió después de enviarla.</p>
          <Button look="secondary" className="max-sm:w-full" onClick={() => setSent(note)}>
            Enviar la versión nueva
          </Button>
        </div>
      ))}
      {sent && (
        <SendDialog
          patient={patient}
          documents={documents}
          chosen={documents.filter(({ kind }) => kind === 'clinical-note')}
          onClose={() => setSent(undefined)}
        />
      )}
    </>
  );
}
