import { useState } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { OutdatedNotesNotice } from '#web/shares/outdated-notes-notice.tsx';
import { SentShare } from '#web/shares/sent-share.tsx';
import { useShares } from '#web/shares/shares.queries.ts';
import { Card } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How many links are shown at first, and how many more each time. */
const SHOWN_FIRST = 3;
const SHOWN_MORE = 20;

interface Props {
  patient: Patient;
  notes: readonly ClinicalNote[];
}

/** The links that a patient received, the newest first. */
export function SharesCard({ patient, notes }: Props) {
  const { data: shares, isError, refetch } = useShares(patient._id);
  const [limit, setLimit] = useState(SHOWN_FIRST);
  return (
    <Card title="Enviado al paciente">
      <OutdatedNotesNotice patient={patient} notes={notes} />
      {/* As tall as the text of an empty list. */}
      {!shares && !isError && <Skeleton className="h-6 w-72 max-w-full" />}
      {!shares && isError && (
        <InlineFailure text="No se pudo cargar lo enviado al paciente" onRetry={() => void refetch()} />
      )}
      {shares?.length === 0 && <p className="text-muted">Aún no has enviado documentos a este paciente.</p>}
      {shares && shares.length > 0 && (
        <ul aria-label="Enviado al paciente" className="-my-3 divide-y divide-line">
          {shares.slice(0, limit).map((share) => (
            <li key={share._id}>
              <SentShare share={share} isPatientBlocked={patient.blocked} />
            </li>
          ))}
        </ul>
      )}
      {shares && shares.length > limit && (
        <div className="mt-3">
          <EarlierButton isLoading={false} onPress={() => setLimit(limit + SHOWN_MORE)} />
        </div>
      )}
    </Card>
  );
}
