import { ChevronDown, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { SummaryContent, type SummaryProps } from '#web/clinical-notes/summary/summary-content.tsx';
import { useNotePart } from '#web/clinical-notes/use-note-part.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';

interface Props extends SummaryProps {
  /** The note is being finalised. */
  disabled: boolean;
  /** The fields of the note. */
  children: ReactNode;
}

/** The fields of a note with what earlier notes tell: beside the fields on a wide screen, otherwise folded above them. */
export function WithNoteSummary({ disabled, children, ...summary }: Props) {
  const isWide = useMediaQuery('(min-width: 80rem)');
  const content = <SummaryContent {...summary} />;
  return (
    <div className="items-start justify-center gap-6 xl:flex">
      {!isWide && <FoldedSummary disabled={disabled}>{content}</FoldedSummary>}
      <div className="min-w-0 max-w-4xl flex-1">{children}</div>
      {isWide && <SideSummary disabled={disabled}>{content}</SideSummary>}
    </div>
  );
}

interface PlaceProps {
  disabled: boolean;
  children: ReactNode;
}

const TITLE = 'Resumen clínico';

/** The summary stays in sight while the note scrolls. */
function SideSummary({ disabled, children }: PlaceProps) {
  const titleId = useId();
  const { isOpen, choose } = useNotePart('summary', true);
  const Icon = isOpen ? PanelRightClose : PanelRightOpen;
  return (
    <aside
      aria-labelledby={titleId}
      className={`sticky top-44 shrink-0 ${CARD_CLASS} ${isOpen ? 'max-h-[calc(100dvh-12rem)] w-72 overflow-y-auto min-[90rem]:w-80' : ''}`}
    >
      <SummaryTitle id={titleId} isOpen={isOpen} onToggle={() => choose(!isOpen)} icon={<Icon size={20} />} />
      {isOpen && <SummaryBody disabled={disabled}>{children}</SummaryBody>}
    </aside>
  );
}

/** Always folded at first: on a telephone the first field has to be in sight. */
function FoldedSummary({ disabled, children }: PlaceProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const icon = <ChevronDown size={20} className={isOpen ? 'rotate-180' : ''} />;
  return (
    <section aria-labelledby={titleId} className={`mb-4 sm:mb-6 ${CARD_CLASS}`}>
      <SummaryTitle id={titleId} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} icon={icon} />
      {isOpen && <SummaryBody disabled={disabled}>{children}</SummaryBody>}
    </section>
  );
}

interface TitleProps {
  id: string;
  isOpen: boolean;
  onToggle: () => void;
  icon: ReactNode;
}

const SummaryTitle = ({ id, isOpen, onToggle, icon }: TitleProps) => (
  <h2 id={id} className="text-base">
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-card px-4 text-left"
    >
      {TITLE}
      <span aria-hidden="true" className="shrink-0 text-muted">
        {icon}
      </span>
    </button>
  </h2>
);

const SummaryBody = ({ disabled, children }: PlaceProps) => (
  <fieldset disabled={disabled} className="min-w-0 border-line border-t px-4 py-3">
    {children}
  </fieldset>
);
