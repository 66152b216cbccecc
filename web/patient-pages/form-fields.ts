import { part } from '#web/patient-pages/parts.ts';

export const field = <Kind extends HTMLInputElement | HTMLSelectElement = HTMLInputElement>(name: string): Kind =>
  part<HTMLFormElement>('form').elements.namedItem(name) as Kind;

const errorText = (name: string): HTMLElement | null => document.getElementById(`${name}-error`);

function setError(name: string, message: string): void {
  const text = errorText(name);
  if (text) text.textContent = message;
  if (message) field(name)?.setAttribute('aria-invalid', 'true');
  else field(name)?.removeAttribute('aria-invalid');
}

/** Shows an error under each field that has one, and focuses the first. Returns whether the form has such a field. */
export function showErrors(errors: Record<string, string>): boolean {
  clearErrors();
  const shown = [...part('form').querySelectorAll<HTMLInputElement>('input, select')].filter(
    ({ name, type }) => errors[name] && type !== 'radio' && errorText(name),
  );
  for (const { name } of shown) setError(name, errors[name] ?? '');
  shown[0]?.focus();
  return shown.length > 0;
}

export function clearErrors(): void {
  for (const { name } of part('form').querySelectorAll<HTMLInputElement>('[aria-invalid]')) setError(name, '');
}

export const clearError = (name: string): void => setError(name, '');
