import type { ReactNode } from 'react';
import {
  type ClinicalNote,
  printClinicalNote,
  printingRefusal,
  printPlans,
  printPrescriptions,
} from '#contract/clinical-notes';
import type { DocumentKind } from '#contract/documents';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { measurementTexts } from '#contract/measurement-texts';
import type { Measurements } from '#contract/measurements';
import type { Patient } from '#contract/patients';
import { mayPrescribe, prescriptionsHeading } from '#contract/professions';
import { AttachmentsCard } from '#web/attachments/attachments-card.tsx';
import { ChargeButton } from '#web/charges/charge-button.tsx';
import { DiagnosisText } from '#web/clinical-notes/diagnosis-text.tsx';
import { NoteAddenda } from '#web/clinical-notes/note-addenda.tsx';
import { PrescriptionDetails } from '#web/clinical-notes/prescription-details.tsx';
import { MissingRnpi } from '#web/documents/missing-rnpi.tsx';
import { PrintButton } from '#web/documents/print-button.tsx';
import { FinalizationFooter } from '#web/drafts/finalization-footer.tsx';
import { PatientDocument } from '#web/patients/patient-document.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { SendButton } from '#web/shares/send-button.tsx';
import { noteDocuments } from '#web/shares/shareable-documents.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';

const OutdatedNotesNotice = onDemand(
  async () => (await import('#web/shares/outdated-notes-notice.tsx')).OutdatedNotesNotice,
);

interface Props {
  patient: Patient;
  note: ClinicalNote;
  /** The plan allows to write addenda. */
  canWrite: boolean;
  /** Text that was written in this tab and is not part of the finalised document. */
  unsaved: string | undefined;
  onDismiss: () => void;
}

/**
 * The read-only view of a finalised note, without its empty parts. Professionals who may prescribe see the parts that
 * are printed apart even without content: a press on their button says what the note lacks.
 */
export function FinalizedClinicalNote({ patient, note, canWrite, unsaved, onDismiss }: Props) {
  const prescribes = mayPrescribe(useCurrentUser().profession);
  const hasAddenda = note.addenda?.some(({ status }) => status === 'finalized');
  return (
    <PatientDocument
      patient={patient}
      title="Nota Clínica Finalizada"
      badge={<Badge tone="green">Finalizada</Badge>}
      actions={
        <>
          <ChargeButton patient={patient} appointmentId={note.appointmentId} />
          <SendPart patient={patient} note={note} part="clinical-note" />
          <PrintButton
            endpoint={printClinicalNote}
            id={note._id}
            label="Imprimir Atención (PDF)"
            done="PDF generado correctamente"
            failed="No se pudo generar el PDF"
          />
        </>
      }
    >
      {hasAddenda && <OutdatedNotesNotice patient={patient} notes={[note]} />}
      {unsaved && <UnsavedText text={unsaved} onDismiss={onDismiss} />}
      <div className="space-y-4 sm:space-y-6">
        {note.reason && <TextPart title="Motivo de Consulta" text={note.reason} />}
        {note.anamnesis && <TextPart title="Anamnesis" text={note.anamnesis} />}
        {note.measurements && (
          <Card title="Mediciones">
            <MeasurementList measurements={note.measurements} />
          </Card>
        )}
        {note.diagnoses.length > 0 && (
          <Card title="Diagnósticos">
            <ul className="-my-2 divide-y divide-line">
              {note.diagnoses.map((diagnosis, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two diagnoses may be equal, and the list does not change
                <li key={at} className="flex py-1">
                  <DiagnosisText diagnosis={diagnosis} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {(note.plansAndIndications || prescribes) && (
          <TextPart
            title="Planes e Indicaciones"
            text={note.plansAndIndications}
            action={
              <Actions>
                <SendPart patient={patient} note={note} part="plans" />
                <PrintButton
                  endpoint={printPlans}
                  id={note._id}
                  label="Imprimir"
                  name="Imprimir planes e indicaciones"
                  done="PDF de planes e indicaciones generado correctamente"
                  failed="No se pudo generar el PDF de planes e indicaciones"
                  refusal={() => refusalText(printingRefusal.plans(note))}
                />
              </Actions>
            }
          />
        )}
        {(note.prescriptions.length > 0 || prescribes) && <Prescriptions patient={patient} note={note} />}
      </div>
      <FinalizationFooter word="Finalizada" document={note} className="px-1" />
      <NoteAddenda patient={patient} note={note} canWrite={canWrite} />
      {/* Last: whether there are any is only known when they are loaded. */}
      <div className="mt-8 empty:mt-0">
        <AttachmentsCard patientId={patient._id} noteId={note._id} isReadOnly />
      </div>
    </PatientDocument>
  );
}

/** Named as on paper. */
function Prescriptions({ patient, note }: { patient: Patient; note: ClinicalNote }) {
  const { profession } = useCurrentUser();
  const heading = prescriptionsHeading(profession);
  const what = heading.toLowerCase();
  return (
    <Card
      title={heading}
      action={
        <Actions>
          <SendPart patient={patient} note={note} part="prescriptions" />
          <PrintButton
            endpoint={printPrescriptions}
            id={note._id}
            label={heading === 'Recetas' ? 'Imprimir' : `Imprimir ${what}`}
            name={`Imprimir ${what}`}
            done={`PDF de ${what} generado correctamente`}
            failed={`No se pudo generar el PDF de ${what}`}
            refusal={() => refusalText(printingRefusal.prescriptions(note))}
          />
        </Actions>
      }
    >
      {note.prescriptions.length === 0 ? (
        <Nothing />
      ) : (
        <ol className="space-y-3">
          {note.prescriptions.map((prescription, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two prescriptions may be equal, and the list does not change
            <li key={at} className="rounded-control border border-line px-4 py-3">
              <PrescriptionDetails prescription={prescription} />
            </li>
          ))}
        </ol>
      )}
      {note.prescriptions.length > 0 && mayPrescribe(profession) && (
        <MissingRnpi>
          Tu cuenta no tiene RNPI: esta receta sale sin él. Agrégalo para las notas que finalices desde ahora.
        </MissingRnpi>
      )}
    </Card>
  );
}

const Actions = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-2">{children}</div>;

interface SendProps {
  patient: Patient;
  note: ClinicalNote;
  /** The button stands beside this part, and is absent without it. The other parts can be added. */
  part: DocumentKind;
}

function SendPart({ patient, note, part }: SendProps) {
  const documents = noteDocuments(note, useCurrentUser().profession);
  const beside = documents.find(({ kind }) => kind === part);
  if (!beside) return null;
  const isWhole = part === 'clinical-note';
  // The note itself is written for the professional: only a press adds it.
  const chosen = isWhole ? documents.filter((one) => one !== beside) : [beside];
  return (
    <SendButton
      patient={patient}
      documents={documents}
      chosen={chosen}
      label={isWhole ? 'Enviar al paciente' : 'Enviar'}
      name={isWhole ? undefined : `Enviar ${beside.title.toLowerCase()} al paciente`}
    />
  );
}

const refusalText = (refusal: ErrorCode | undefined) => refusal && ERRORS[refusal].message;

function TextPart({ title, text, action }: { title: string; text: string | undefined; action?: ReactNode }) {
  return (
    <Card title={title} action={action}>
      {text ? <p className="whitespace-pre-wrap">{text}</p> : <Nothing />}
    </Card>
  );
}

const Nothing = (): ReactNode => <p className="text-muted">Sin registro</p>;

/** The measurements of a note, as text. */
function MeasurementList({ measurements }: { measurements: Measurements }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
      {measurementTexts(measurements).map(({ label, text }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
