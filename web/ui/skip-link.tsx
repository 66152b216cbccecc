/** The id of the <main> of every page: the target of the skip link, and of the focus after a navigation. */
export const CONTENT_ID = 'contenido';

export function SkipLink() {
  return (
    <a
      href={`#${CONTENT_ID}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:inline-flex focus:min-h-11 focus:items-center focus:rounded-control focus:bg-surface focus:px-4 focus:font-semibold focus:text-austral-700 focus:shadow-lift"
    >
      Saltar al contenido
    </a>
  );
}
