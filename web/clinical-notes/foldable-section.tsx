import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { PROFESSIONS } from '#contract/professions';
import { useNotePart } from '#web/clinical-notes/use-note-part.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import type { NotePart } from '#web/platform/device-choices.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';

/** Few of their notes have measurements or prescriptions. */
const FOLDING_PROFESSIONS: readonly (string | undefined)[] = [
  'Psicólogos/as',
  'Nutricionistas',
] satisfies (typeof PROFESSIONS)[number][];

const TITLE_CLASS = 'flex min-h-14 w-full items-center justify-between gap-3 rounded-card px-4 text-left sm:px-6';

interface Props {
  title: string;
  part: NotePart;
  /** A section with content cannot be folded: nobody may overlook it. */
  hasContent: boolean;
  /** `isUnfolded` after the person has unfolded the section. */
  children: (isUnfolded: boolean) => ReactNode;
}

/** A section of the note. Professions that rarely need it see its title alone, until they unfold it. */
export function FoldableSection(props: Props) {
  const { profession } = useCurrentUser();
  if (FOLDING_PROFESSIONS.includes(profession)) return <FoldedSection {...props} />;
  return <PlainSection {...props} />;
}

function PlainSection({ title, children }: Props) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`${CARD_CLASS} p-4 sm:p-6`}>
      <h2 id={titleId} className="mb-3 text-lg">
        {title}
      </h2>
      {children(false)}
    </section>
  );
}

function FoldedSection({ title, part, hasContent, children }: Props) {
  const titleId = useId();
  const { isOpen: isOpenAtFirst, choose } = useNotePart(part, false);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isUnfolded, setUnfolded] = useState(false);
  // The section stays open when its content is removed, because one of its fields has the focus.
  if (hasContent && !isOpen) setOpen(true);
  const toggle = () => {
    choose(!isOpen);
    setOpen(!isOpen);
    setUnfolded(!isOpen);
  };
  return (
    <section aria-labelledby={titleId} className={CARD_CLASS}>
      <h2 id={titleId} className="text-lg">
        {hasContent ? (
          <span className={TITLE_CLASS}>{title}</span>
        ) : (
          <button type="button" aria-expanded={isOpen} onClick={toggle} className={`${TITLE_CLASS} cursor-pointer`}>
            {title}
            <ChevronDown size={20} aria-hidden="true" className={`shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        )}
      </h2>
      {isOpen && <div className="px-4 pb-4 sm:px-6 sm:pb-6">{children(isUnfolded)}</div>}
    </section>
  );
}
