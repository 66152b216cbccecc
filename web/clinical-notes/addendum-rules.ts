import type { UseFormReturn } from 'react-hook-form';
import { AddendumContent } from '#contract/addenda';

export interface AddendumValues {
  content: string;
}

/** Shows the error of the text. True when there is none. */
export function showErrors(form: UseFormReturn<AddendumValues>, content: AddendumValues): boolean {
  const { error } = AddendumContent.safeParse(content);
  const message = error?.issues[0]?.message;
  if (message) form.setError('content', { message });
  else form.clearErrors('content');
  return !message;
}

/** Validates. A blank text is neither saved nor finalised by hand. */
export function prepareToSave(form: UseFormReturn<AddendumValues>): boolean {
  const { content } = form.getValues();
  const isBlank = content.trim() === '';
  if (isBlank) form.setError('content', { message: 'Escribe la adenda' });
  const isReady = !isBlank && showErrors(form, { content });
  // A dialog that is closing restores the focus first.
  if (!isReady) requestAnimationFrame(() => requestAnimationFrame(() => form.setFocus('content')));
  return isReady;
}
