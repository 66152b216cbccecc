import { CalendarClock, ChevronDown, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Patient } from '#contract/patients';
import { ageText } from '#web/patients/patient-texts.ts';

interface Props {
  patient: Patient;
  /** What was written when the appointment was made: 'Primera vez' */
  bookingNote: string | undefined;
  className: string;
}

/** What has to be in sight while something is written about a patient, in one line. On a telephone, a line for each. */
export function PatientLine({ patient: { age, allergies, alertas, blocked }, bookingNote, className }: Props) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = Boolean(allergies || alertas || bookingNote);
  const clip = isOpen ? 'whitespace-pre-line' : 'line-clamp-1 break-all';
  // On a narrow screen the beginning of a list may read as all of it.
  const allergiesClip = isOpen ? clip : 'line-clamp-5 break-words @xl:line-clamp-1 @xl:break-all short:line-clamp-1';
  // Where the line is too short, alerts and the note of the booking are cut before the allergies.
  const cutFirst = isOpen ? '' : '@xl:min-w-24 @xl:shrink-[20] short:max-sm:sr-only';
  const texts = isOpen ? 'max-h-[45vh] overflow-y-auto short:max-h-20' : '@xl:flex @xl:gap-x-5';
  return (
    <section aria-label="Edad, alergias y alertas" className={`flex min-w-0 items-start gap-2 text-sm ${className}`}>
      <div className={`min-w-0 flex-1 ${texts}`}>
        <p className={`min-w-0 ${allergiesClip}`}>
          {blocked && (
            <>
              <span className="font-semibold text-orange">Uso de datos bloqueado</span>
              {' · '}
            </>
          )}
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
          <p className={`${clip} ${cutFirst}`}>
            <TriangleAlert size={16} aria-hidden="true" className="mr-1 inline align-text-bottom text-red" />
            <span className="font-semibold">Alertas:</span> {alertas}
          </p>
        )}
        {bookingNote && (
          <p className={`${clip} ${cutFirst}`}>
            <CalendarClock size={16} aria-hidden="true" className="mr-1 inline align-text-bottom text-austral-700" />
            <span className="font-semibold">Cita:</span> {bookingNote}
          </p>
        )}
      </div>
      {hasMore && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Ver menos' : 'Ver más'}
          title={isOpen ? 'Ver menos' : 'Ver más'}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 -mr-2 flex size-8 shrink-0 items-center justify-center rounded-control text-austral-700 hover:bg-austral-50 max-sm:-mt-6 max-sm:size-11"
        >
          <ChevronDown size={20} aria-hidden="true" className={isOpen ? 'rotate-180' : ''} />
        </button>
      )}
    </section>
  );
}
