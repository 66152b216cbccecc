import { useWatch } from 'react-hook-form';
import { type BookingForm, BookingFormValues, pageAddress } from '#web/booking/booking-form.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Field } from '#web/ui/field.tsx';
import { FieldGroup } from '#web/ui/field-group.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

/** The errors of the lines of a field, or its own. */
function firstMessage(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map(firstMessage).find(Boolean);
  return (error as { message?: string } | undefined)?.message;
}

const snippet = (slug: string): string =>
  `<iframe src="${pageAddress(slug)}" title="Reserva de horas" style="width: 100%; height: 900px; border: 0"></iframe>`;

/** The sites that may show the page, and what to paste there. */
export function EmbeddingFields({ form }: { form: BookingForm }) {
  const [origins, slug] = useWatch({ control: form.control, name: ['embedOrigins', 'slug'] });
  const { data: sites = [] } = BookingFormValues.shape.embedOrigins.safeParse(origins);
  return (
    <FieldGroup title="En tu sitio web">
      <Field
        label="Sitios que pueden mostrar tu página"
        hint="Uno por línea, como https://miclinica.cl. Vacío: ninguno."
        error={firstMessage(form.formState.errors.embedOrigins)}
      >
        <TextArea {...form.register('embedOrigins')} rows={2} spellCheck={false} autoCapitalize="none" />
      </Field>
      {sites.length > 0 && (
        <div className="mt-4">
          <CopyText label="Código para tu sitio" text={snippet(slug.trim())} copyLabel="Copiar código" short />
        </div>
      )}
    </FieldGroup>
  );
}
