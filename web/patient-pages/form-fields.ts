import { part } from '#web/patient-pages/parts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const field = <Kind extends Control = HTMLInputElement>(name: string): Kind =>
  part<HTMLFormElement>('form').elements.namedItem(name) as Kind;

const controls = (): Control[] => [...part('form').querySelectorAll<Control>('input, select, textarea')];

const errorText = (name: string): HTMLElement | null => document.getElementById(`${name}-error`);

function setError(name: string, message: string): void {
  const text = errorText(name);
  if (text) text.textContent = message;
  for (const control of controls().filter((one) => one.name === name)) {
    // A choice is wrong as a whole.
    const marked = control.closest('[role="radiogroup"]') ?? control;
    if (message) marked.setAttribute('aria-invalid', 'true');
    else marked.removeAttribute('aria-invalid');
  }
}

/** Shows an error under each field that has one, and focuses the first. Returns whether the form has such a field. */
export function showErrors(errors: Record<string, string>): boolean {
  clearErrors();
  const shown = controls().filter(({ name }) => errors[name] && errorText(name));
  for (const { name } of shown) setError(name, errors[name] ?? '');
  shown[0]?.focus();
  return shown.length > 0;
}

export function clearErrors(): void {
  for (const { name } of controls()) if (errorText(name)?.textContent) setError(name, '');
}

export const clearError = (name: string): void => setError(name, '');
