import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/platform/api-error.ts';

/** Puts the server's reasons under their fields, and the focus into the first of them or else into `otherwise`. */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, FieldValues>,
  error: Error,
  otherwise: Path<Values>,
): void {
  const fields = form.getValues();
  const details = error instanceof ApiError ? error.details.filter(({ field }) => field in fields) : [];
  for (const { field, message } of details) form.setError(field as Path<Values>, { message });
  const first = (details[0]?.field as Path<Values> | undefined) ?? otherwise;
  // The fieldset is still disabled in this frame, and what is disabled takes no focus.
  requestAnimationFrame(() => form.setFocus(first));
}
