import { Fragment, type ReactNode, useState } from 'react';
import type { Certificate } from '#contract/certificates';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { CertificateEntry } from '#web/certificates/certificate-entry.tsx';
import { ClinicalNoteEntry } from '#web/clinical-notes/clinical-note-entry.tsx';
import type { Answer } from '#web/patient-profile/use-patient-profile.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { GuideLink } from '#web/platform/guide-link.tsx';
import { SearchingRecord } from '#web/record-search/searching-record.tsx';
import { SendButton } from '#web/shares/send-button.tsx';
import { certificateDocuments, noteDocuments } from '#web/shares/shareable-documents.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { RetryButton } from '#web/ui/retry-button.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Timeline, TimelineSkeletons } from '#web/ui/timeline-entry.tsx';

const RecordSearchResults = onDemand(
  async () => (await import('#web/record-search/record-search-results.tsx')).RecordSearchResults,
  SearchingRecord,
);

interface Props {
  patient: Patient;
  notes: Answer<ClinicalNote[]>;
  certificates: Answer<Certificate[]>;
  isLimited: boolean;
}

interface Entry {
  _id: string;
  createdAt: string;
  shown: ReactNode;
}

/** The clinical notes and certificates of a patient. */
export function ClinicalHistory({ patient, notes, certificates, isLimited }: Props) {
  const entries: Entry[] | undefined = notes.data &&
    certificates.data && [
      ...notes.data.map((note) => ({ ...note, shown: <ClinicalNoteEntry note={note} isLimited={isLimited} /> })),
      ...certificates.data.map((certificate) => ({
        ...certificate,
        shown: <CertificateEntry certificate={certificate} isLimited={isLimited} />,
      })),
    ];
  const { profession } = useCurrentUser();
  const documents = newestFirst([...(notes.data ?? []), ...(certificates.data ?? [])]).flatMap((record) =>
    'isFinalized' in record ? certificateDocuments(record) : noteDocuments(record, profession),
  );
  const [typed, setTyped] = useState('');
  const searched = typed.trim();
  const failed = [notes, certificates].filter(({ isError }) => isError);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return (
    <Card
      title="Historial Clínico"
      action={<SendButton patient={patient} documents={documents} withReceipts className="-my-2" />}
    >
      {entries && entries.length > 0 && (
        <SearchInput
          aria-label="Buscar en la ficha"
          placeholder="Buscar en la ficha"
          maxLength={120}
          value={typed}
          onType={setTyped}
          className="mb-4"
        />
      )}
      {searched !== '' && <RecordSearchResults patientId={patient._id} typed={searched} />}
      {entries && entries.length > 0 && searched === '' && (
        <Timeline label="Historial Clínico">
          {newestFirst(entries).map(({ _id, shown }) => (
            <Fragment key={_id}>{shown}</Fragment>
          ))}
        </Timeline>
      )}
      {entries?.length === 0 && <NoRecords isLimited={isLimited} />}
      {!entries && failed.length === 0 && (
        <div role="status" aria-label="Cargando el historial clínico">
          <TimelineSkeletons />
        </div>
      )}
      {/* Not an empty history: unknown records must not look like none. */}
      {!entries && failed.length > 0 && (
        <EmptyState
          picture={<NightSky />}
          title="No se pudo cargar el historial clínico"
          text="Revisa tu conexión e intenta nuevamente."
          action={<RetryButton onRetry={retry} />}
        />
      )}
    </Card>
  );
}

const NoRecords = ({ isLimited }: { isLimited: boolean }) => (
  <EmptyState
    picture={<NightSky />}
    title="No hay registros clínicos"
    text={
      isLimited
        ? 'Tu plan no permite crear registros para este paciente.'
        : 'Las atenciones y los certificados de este paciente aparecerán aquí. Empieza con «Agregar Atención» o «Nuevo Certificado», arriba en esta página.'
    }
    more={!isLimited && <GuideLink />}
  />
);

interface Dated {
  _id: string;
  createdAt: string;
}

const precedes = (one: string, other: string): number => Number(one < other) - Number(one > other);

/** By creation, then by id, so that the order is always the same. */
export const newestFirst = <Entry extends Dated>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => precedes(one.createdAt, other.createdAt) || precedes(one._id, other._id));
