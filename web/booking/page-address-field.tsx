import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { BookingSettings } from '#contract/booking-settings';
import { type BookingForm, pageAddress } from '#web/booking/booking-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  form: BookingForm;
  saved: BookingSettings;
}

/** The last part of the address, and the whole of it. */
export function PageAddressField({ form, saved }: Props) {
  const slug = useWatch({ control: form.control, name: 'slug' }).trim();
  const isMoving = saved.enabled && slug !== saved.slug;
  return (
    <div>
      <Field
        label="Dirección de tu página"
        hint={<span className="wrap-anywhere">{pageAddress(slug)}</span>}
        warning={isMoving && 'La dirección anterior seguirá llevando a tu página. Nadie más podrá ocuparla.'}
        error={form.formState.errors.slug?.message}
      >
        <TextInput
          {...form.register('slug')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="sm:max-w-sm"
        />
      </Field>
      {saved.enabled && <OpenPage address={pageAddress(saved.slug)} />}
    </div>
  );
}

function OpenPage({ address }: { address: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('Copiada');
    } catch {
      setCopied('El navegador no permitió copiarla');
    }
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button look="secondary" onClick={() => void copy()}>
        <Copy size={18} aria-hidden="true" />
        Copiar dirección
      </Button>
      <a href={address} target="_blank" rel="noopener" className={buttonClass({ look: 'ghost' })}>
        <ExternalLink size={18} aria-hidden="true" />
        Ver mi página
      </a>
      <span role="status" className="text-muted text-sm">
        {copied}
      </span>
    </div>
  );
}
