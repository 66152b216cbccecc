import { memo } from 'react';
import { useFormState } from 'react-hook-form';
import type { Patient } from '#contract/patients';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { DiagnosesSection } from '#web/clinical-notes/diagnoses-section.tsx';
import { MeasurementsSection } from '#web/clinical-notes/measurements-section.tsx';
import { PrescriptionsSection } from '#web/clinical-notes/prescriptions-section.tsx';
import { TemplateActions } from '#web/clinical-notes/presets/template-actions.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  form: NoteForm;
  patient: Patient;
  /** Keeps its identity until the allergies of the patient change. */
  confirmPrescriptions: ConfirmPrescriptions;
}

/** Rendered again with the errors of the form, and not with each state of saving. */
export const NoteFields = memo(function NoteFields({ form, patient, confirmPrescriptions }: Props) {
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <TemplateActions form={form} />
      <TextSection form={form} name="reason" title="Motivo de Consulta" error={errors.reason?.message} />
      <TextSection form={form} name="anamnesis" title="Anamnesis" error={errors.anamnesis?.message} />
      <MeasurementsSection form={form} patient={patient} />
      <DiagnosesSection form={form} />
      <TextSection
        form={form}
        name="plansAndIndications"
        title="Planes e Indicaciones"
        error={errors.plansAndIndications?.message}
      />
      <PrescriptionsSection form={form} patientId={patient._id} confirmPrescriptions={confirmPrescriptions} />
    </>
  );
});

interface TextSectionProps {
  form: NoteForm;
  name: 'reason' | 'anamnesis' | 'plansAndIndications';
  title: string;
  error: string | undefined;
}

const TextSection = ({ form, name, title, error }: TextSectionProps) => (
  <div className={`${CARD_CLASS} p-4 sm:p-6`}>
    <Field heading label={title} error={error}>
      <TextArea {...form.register(name)} endless />
    </Field>
  </div>
);
