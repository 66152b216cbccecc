import type { ReactNode } from 'react';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

interface Props {
  title: string;
  intro: ReactNode;
  /** Which edition it is, in place of the date of the last change of all such texts. */
  edition?: ReactNode;
  sections: LegalSection[];
}

const LAST_UPDATE = (
  <>
    Última actualización: <time dateTime="2026-11-19">19 de noviembre de 2026</time>
  </>
);

const PROSE =
  'leading-relaxed text-pretty [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5 [&_li]:marker:text-austral-600 [&_h3]:mt-7 [&_h3]:text-lg [&_a]:font-semibold [&_a]:text-austral-700 [&_a]:underline [&_a]:underline-offset-3';

/** A long public text: numbered sections beside their table of contents. */
export function LegalPage({ title, intro, edition = LAST_UPDATE, sections }: Props) {
  return (
    <PublicFrame className={`${PUBLIC_WIDTH_CLASS} pt-10 pb-20 lg:pt-14 lg:pb-28`}>
      <header className="border-line border-b pb-8 lg:pb-10">
        <h1 className="text-title lg:text-display">{title}</h1>
        <div className="mt-4 max-w-[64ch] text-lg text-muted leading-relaxed">{intro}</div>
        <p className="mt-4 text-muted text-sm">{edition}</p>
      </header>
      <div className="grid gap-x-16 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <FoldedContents sections={sections} />
        <SideContents sections={sections} />
        <article className="max-w-[70ch]">
          {sections.map((section, index) => (
            <NumberedSection key={section.id} number={index + 1} {...section} />
          ))}
        </article>
      </div>
    </PublicFrame>
  );
}

function NumberedSection({ id, number, title, body }: LegalSection & { number: number }) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className={`mt-10 lg:mt-12 ${PROSE}`}>
      <h2 id={`${id}-titulo`} className="text-subheading">
        {number}. {title}
      </h2>
      {body}
    </section>
  );
}

function SideContents({ sections }: { sections: LegalSection[] }) {
  return (
    <nav
      aria-label="Contenido"
      className="sticky top-24 mt-12 hidden max-h-[calc(100vh-8rem)] self-start overflow-y-auto lg:block print:hidden"
    >
      <p className="px-3 font-semibold text-sm">Contenido</p>
      <ContentsList sections={sections} />
    </nav>
  );
}

function FoldedContents({ sections }: { sections: LegalSection[] }) {
  return (
    <details className="mt-8 rounded-card border border-line bg-surface lg:hidden print:hidden">
      <summary className="min-h-11 cursor-pointer px-4 py-3 font-semibold">Contenido</summary>
      <nav aria-label="Contenido" className="px-1 pb-3">
        <ContentsList sections={sections} />
      </nav>
    </details>
  );
}

function ContentsList({ sections }: { sections: LegalSection[] }) {
  return (
    <ol className="mt-2 text-sm">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex gap-2 rounded-control px-3 py-2 text-muted hover:bg-austral-50 hover:text-austral-700 max-lg:min-h-11 max-lg:items-center"
          >
            <span className="w-6 shrink-0 tabular-nums">{index + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
