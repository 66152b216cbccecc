/** Stands in every built page for the address at which the server is reached; the server puts the real one in. */
const PLACEHOLDER = '__PUBLIC_URL__';

export function publicUrl(): string {
  if (typeof document === 'undefined') return PLACEHOLDER;
  const url = document.documentElement.dataset.publicUrl;
  return !url || url === PLACEHOLDER ? location.origin : url;
}
