import type { ComponentProps } from 'react';
import { FormField } from '#web/patient-pages/form-field.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** An e-mail address. A domain that looks mistyped gets a suggestion, which one press takes. */
export const EmailField = ({ label }: Pick<ComponentProps<typeof FormField>, 'label'>) => (
  <div className="min-w-0">
    <FormField name="email" label={label} type="email" inputMode="email" autoComplete="email" maxLength={254} />
    <p data-part="email-suggestion" hidden className="wrap-anywhere mt-1.5 font-medium text-orange text-sm">
      ¿Quisiste escribir{' '}
      <button type="button" data-part="suggested-email" className={`${TALL_TEXT_LINK_CLASS} -my-2.5`} />?
    </p>
  </div>
);
