import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { hasRightCheckDigit, isRutShaped } from '#contract/rut';
import { afterPress } from '#web/ui/after-press.ts';
import { Field } from '#web/ui/field.tsx';
import { RutInput } from '#web/ui/rut-input.tsx';

/** A wrong check digit is pointed out when one leaves the field, and stops nothing. */
export function RutField({ field, error }: { field: UseFormRegisterReturn; error?: string }) {
  const [suspect, setSuspect] = useState(false);
  const look = (rut: string) => setSuspect(isRutShaped(rut) && !hasRightCheckDigit(rut));
  return (
    <Field
      label="RUT"
      required
      error={error}
      warning={suspect ? 'El dígito verificador no coincide. Revisa el RUT.' : undefined}
    >
      <RutInput
        {...field}
        onBlur={(event) => {
          const { value } = event.target;
          void field.onBlur(event);
          afterPress(() => look(value));
        }}
        onChange={(event) => {
          void field.onChange(event);
          setSuspect(false);
        }}
      />
    </Field>
  );
}
