import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { isSuspectRut } from '#contract/rut';
import { afterPress } from '#web/ui/after-press.ts';
import { Field } from '#web/ui/field.tsx';
import { RutInput } from '#web/ui/rut-input.tsx';

export const WRONG_CHECK_DIGIT = 'El dígito verificador no coincide. Revisa el RUT.';

interface Props {
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** The label, for the RUT of a person other than the subject of the form. */
  label?: string;
  required?: boolean;
}

/** Warns of a wrong check digit on blur. The form stays valid. */
export function RutField({ field, error, label = 'RUT', required = true }: Props) {
  const [isSuspect, setSuspect] = useState(false);
  const check = (rut: string) => setSuspect(isSuspectRut(rut));
  return (
    <Field label={label} required={required} error={error} warning={isSuspect ? WRONG_CHECK_DIGIT : undefined}>
      <RutInput
        {...field}
        onBlur={(event) => {
          const { value } = event.target;
          void field.onBlur(event);
          afterPress(() => check(value));
        }}
        onChange={(event) => {
          void field.onChange(event);
          setSuspect(false);
        }}
      />
    </Field>
  );
}
