import { useWatch } from 'react-hook-form';
import type { BookingSettings } from '#contract/booking-settings';
import { type BookingForm, pageAddress } from '#web/booking/booking-form.ts';
import { AddressActions } from '#web/ui/address-actions.tsx';
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
        warning={isMoving && 'Quienes tengan la dirección anterior ya no encontrarán tu página.'}
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
      {saved.enabled && <AddressActions address={pageAddress(saved.slug)} openLabel="Ver mi página" />}
    </div>
  );
}
