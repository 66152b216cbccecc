import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/platform/api-error.ts';

/** Shows the server's messages under their fields, and focuses the first of these fields, or `otherwise`. */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, FieldValues>,
  error: Error,
  otherwise: Path<Values>,
): void {
  const fields = form.getValues();
  const details =
    error instanceof ApiError ? error.details.filter(({ field }) => (field.split('.')[0] ?? '') in fields) : [];
  for (const { field, message } of details) form.setError(field as Path<Values>, { message });
  const first = (details[0]?.field as Path<Values> | undefined) ?? otherwise;
  // The fieldset is still disabled in this frame, and a disabled field cannot be focused.
  requestAnimationFrame(() => form.setFocus(first));
}
