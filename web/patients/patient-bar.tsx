import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Patient } from '#contract/patients';
import { ageText } from '#web/patients/patient-texts.ts';

/** About as many characters of allergies and alerts as fit in the line, beside the menu. */
const LINE_LENGTH = 55;
const isLong = (text: string) => text.length > LINE_LENGTH || text.includes('\n');

/**
 * Age, allergies and alerts of the patient, in one line: nothing moves when it takes the place of its skeleton. On a
 * telephone the allergies take up to five lines, and the alerts one.
 */
export function PatientBar({ patient: { age, allergies, alertas } }: { patient: Patient }) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = Boolean(allergies || alertas);
  const isCut = isLong(`${allergies ?? ''}${alertas ?? ''}`);
  const clip = isOpen ? 'whitespace-pre-line' : 'line-clamp-1 break-all';
  // On a narrow screen the beginning of a list may read as all of it.
  const clipOfAllergies = isOpen ? clip : 'line-clamp-5 break-words sm:line-clamp-1 sm:break-all short:line-clamp-1';
  return (
    <section
      aria-label="Edad, alergias y alertas"
      className={`mb-2 flex items-start gap-2 rounded-card border px-4 py-1 short:mb-1 short:py-0 ${allergies ? 'border-red/40 bg-red-tint' : 'border-line bg-surface'}`}
    >
      <div
        className={`min-w-0 flex-1 py-1.5 ${isOpen ? 'max-h-[45vh] overflow-y-auto short:max-h-20' : 'gap-x-6 sm:flex'}`}
      >
        <p className={`${clipOfAllergies} ${isOpen ? '' : 'max-w-3/4 shrink-0 max-sm:max-w-full'}`}>
          <span className="font-semibold">{ageText(age)}</span>
          {' · '}
          {allergies ? (
            <>
              <span className="font-semibold text-red">Alergias:</span> {allergies}
            </>
          ) : (
            <span className="text-muted">Sin alergias registradas</span>
          )}
        </p>
        {alertas && (
          <p className={`${clip} ${isOpen ? '' : 'short:max-sm:sr-only'}`}>
            <TriangleAlert size={16} aria-hidden="true" className="mr-1 inline align-text-bottom text-red" />
            <span className="font-semibold">Alertas:</span> {alertas}
          </p>
        )}
      </div>
      {hasMore && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={`flex min-h-9 shrink-0 cursor-pointer items-center gap-1 font-semibold text-sm ${isCut ? '' : 'lg:hidden'}`}
        >
          {isOpen ? 'Ver menos' : 'Ver más'}
          <ChevronDown size={16} aria-hidden="true" className={isOpen ? 'rotate-180' : ''} />
        </button>
      )}
    </section>
  );
}
