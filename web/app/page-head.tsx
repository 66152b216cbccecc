import heads from '#web/app/heads.json' with { type: 'json' };
import { publicUrl } from '#web/app/public-url.ts';

export type HeadName = keyof typeof heads;

interface Props {
  name: HeadName;
  /** The address under which this page wants to be known. */
  path: string;
  /** A page behind the login is nothing for search engines. */
  hidden: boolean;
}

/** React moves these into <head> and takes over the ones that the prerendered page already has. */
export function PageHead({ name, path, hidden }: Props) {
  const { title, description, keywords } = heads[name];
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
