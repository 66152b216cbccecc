import type { ReactNode } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import { useAttachments } from '#web/attachments/attachments.queries.ts';
import { readingsOf } from '#web/patient-profile/measurement-series.ts';
import { focusHeadingIn } from '#web/ui/focus-heading.ts';

/** The parts of the profile that a link leads to. */
const PARTS = {
  historial: 'Historial',
  mediciones: 'Mediciones',
  archivos: 'Archivos',
  enviado: 'Enviado al paciente',
  datos: 'Datos',
  citas: 'Citas',
  cobros: 'Cobros',
} as const;
type Part = keyof typeof PARTS;

interface JumpsProps {
  patientId: string;
  notes: readonly ClinicalNote[];
  /** The plan does not allow writing: without files, their part is not shown. */
  isLimited: boolean;
  /** Without finalised documents nothing was sent. */
  hasDocuments: boolean;
}

/** Links to the parts of the profile. The address stays: its state remembers the list that led here. */
export function ProfileJumps({ patientId, notes, isLimited, hasDocuments }: JumpsProps) {
  const { data: files } = useAttachments({ patientId });
  const isShown = (part: Part): boolean => {
    if (part === 'mediciones') return readingsOf(notes).length > 0;
    if (part === 'enviado') return hasDocuments;
    return part !== 'archivos' || !isLimited || (files?.pages[0] ?? []).length > 0;
  };
  const parts = (Object.keys(PARTS) as Part[]).filter(isShown);
  return (
    <nav aria-label="Partes de la ficha" className="mb-2 sm:mb-4">
      <ul className="-mx-2 flex flex-wrap sm:gap-x-2">
        {parts.map((part) => (
          <li key={part}>
            <a
              href={`#${part}`}
              onClick={(event) => {
                event.preventDefault();
                focusHeadingIn(part);
              }}
              className="inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-austral-700 text-sm underline-offset-4 hover:underline"
            >
              {PARTS[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TargetProps {
  part: Part;
  className?: string;
  children: ReactNode;
}

/** A part of the profile. Without content it takes no room. */
export const JumpTarget = ({ part, className = '', children }: TargetProps) => (
  <div id={part} className={`min-w-0 empty:hidden ${className}`}>
    {children}
  </div>
);
