import heads from '#web/app/heads.json' with { type: 'json' };

export interface Head {
  title: string;
  description: string;
  keywords: string;
}

export const HEADS = heads;
export type HeadName = keyof typeof HEADS;

interface Props {
  head: Head;
  /** The path of the canonical URL. */
  path: string;
  /** Search engines must not index the page. */
  hidden: boolean;
}

/** React moves these elements into <head> and reuses those of the prerendered page. */
export function PageHead({ head: { title, description, keywords }, path, hidden }: Props) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      {hidden && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={`${publicUrl()}${path}`} />
    </>
  );
}

/** The server replaces it by its public URL when it serves a page. */
const PLACEHOLDER = '__PUBLIC_URL__';

function publicUrl(): string {
  if (typeof document === 'undefined') return PLACEHOLDER;
  const url = document.documentElement.dataset.publicUrl;
  return !url || url === PLACEHOLDER ? location.origin : url;
}
