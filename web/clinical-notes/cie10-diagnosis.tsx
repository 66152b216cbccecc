import { useController } from 'react-hook-form';
import { codedDiagnosis } from '#contract/cie10';
import { useCie10Count } from '#web/cie10/cie10.queries.ts';
import { Cie10Search } from '#web/cie10/cie10-search.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { addDiagnosis } from '#web/clinical-notes/note-rules.ts';
import { Field } from '#web/ui/field.tsx';

/** Shares its text with the free-text field, so that switching between both keeps it. */
export function Cie10Diagnosis({ form }: { form: NoteForm }) {
  const { field, fieldState } = useController({ control: form.control, name: 'newDiagnosis' });
  const error = fieldState.error?.message;
  const type = (text: string) => {
    form.clearErrors('newDiagnosis');
    form.setValue('newDiagnosis', text);
  };
  if (useCie10Count() === 0) return <EmptyCatalogue error={error} />;
  return (
    <Field label="Buscar en CIE-10" error={error}>
      <Cie10Search
        inputRef={field.ref}
        text={field.value}
        onType={type}
        onChoose={(code) => addDiagnosis(form, codedDiagnosis(code))}
      />
    </Field>
  );
}

function EmptyCatalogue({ error }: { error: string | undefined }) {
  return (
    <>
      <p role="status" className="rounded-control border border-orange/40 bg-orange-tint px-4 py-3">
        La base de datos CIE-10 aún no está cargada. Un administrador debe cargarla en Scripts del Sistema. Mientras
        tanto, desactiva «Usar CIE-10» y escribe el diagnóstico como texto libre.
      </p>
      {error && (
        <p role="alert" className="mt-1.5 font-medium text-red text-sm">
          {error}
        </p>
      )}
    </>
  );
}
