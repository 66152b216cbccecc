import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type Charge, MAX_INVOICE_NUMBER_LENGTH } from '#contract/charges';
import { useSaveInvoiceNumber } from '#web/charges/charges.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { SII_SITE } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** The folio of the boleta de honorarios. */
export function InvoiceForm({ charge: { _id, invoiceNumber = '' } }: { charge: Charge }) {
  const save = useSaveInvoiceNumber(_id);
  const [written, setWritten] = useState<string>();
  const text = written ?? invoiceNumber;
  const isChanged = text.trim() !== invoiceNumber;
  const submit = () => {
    if (isChanged) save.mutate(text.trim() || undefined, { onSuccess: () => setWritten(undefined) });
  };
  const error = save.error instanceof ApiError ? save.error.details[0]?.message : undefined;
  return (
    <Form onSubmit={submit} busy={save.isPending}>
      <Field
        label="Boleta de honorarios N°"
        error={error}
        hint={
          <>
            La boleta se emite en el{' '}
            <a href={SII_SITE} target="_blank" rel="noopener noreferrer" className={TEXT_LINK_CLASS}>
              sitio del SII
              <ExternalLink size={14} aria-hidden="true" className="ml-1 inline" />
              <span className="sr-only"> (se abre en otra pestaña)</span>
            </a>
            . Aquí se anota su folio.
          </>
        }
      >
        <div className="flex gap-2">
          <TextInput
            value={text}
            onChange={({ target }) => setWritten(target.value)}
            autoComplete="off"
            maxLength={MAX_INVOICE_NUMBER_LENGTH}
            className="max-w-60 tabular-nums"
          />
          <Button type="submit" look="secondary" aria-disabled={!isChanged} className="shrink-0">
            {save.isPending ? 'Guardando...' : 'Guardar folio'}
          </Button>
        </div>
      </Field>
    </Form>
  );
}
