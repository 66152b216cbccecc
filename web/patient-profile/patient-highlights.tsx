import { Heart, type LucideIcon, Pill, ShieldAlert, StickyNote, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import { currentMedication } from '#contract/current-medication';
import { formatDay } from '#contract/days';
import type { Patient } from '#contract/patients';
import { medicineWithStrength } from '#contract/prescriptions';
import type { Answer } from '#web/patient-profile/use-patient-profile.ts';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const LOOKS = {
  red: 'border-red/40 bg-red-tint text-red',
  blue: 'border-blue/40 bg-blue-tint text-blue',
  purple: 'border-purple/40 bg-purple-tint text-purple',
  plain: 'border-line bg-surface',
} as const;

interface Props {
  patient: Patient;
  notes: Answer<ClinicalNote[]>;
}

/** What matters before anything else: allergies, alerts and medication, then the notes and preferences. */
export function PatientHighlights({ patient: { allergies, alertas, notas, preferencias }, notes }: Props) {
  return (
    <div className="mb-2 flex flex-wrap gap-2 sm:gap-4">
      <Highlight title="Alergias" icon={ShieldAlert} look={allergies ? 'red' : 'plain'}>
        {allergies ?? <Missing>Sin alergias registradas</Missing>}
      </Highlight>
      {alertas && (
        <Highlight title="Alertas" icon={TriangleAlert} look="red">
          {alertas}
        </Highlight>
      )}
      <Highlight title="Medicación actual" icon={Pill} look="plain" wide>
        <Medication notes={notes} />
      </Highlight>
      {notas && (
        <Highlight title="Notas" icon={StickyNote} look="blue">
          {notas}
        </Highlight>
      )}
      {preferencias && (
        <Highlight title="Preferencias" icon={Heart} look="purple">
          {preferencias}
        </Highlight>
      )}
    </div>
  );
}

interface HighlightProps {
  title: string;
  icon: LucideIcon;
  look: keyof typeof LOOKS;
  wide?: boolean;
  children: ReactNode;
}

/** On a telephone the text follows its title in the same line, so that the history is near the top. */
const Highlight = ({ title, icon: Icon, look, wide = false, children }: HighlightProps) => (
  <section
    className={`min-w-0 flex-1 basis-full rounded-card border px-4 py-2.5 sm:py-4 ${wide ? 'sm:basis-120' : 'sm:basis-52'} ${LOOKS[look]}`}
  >
    <h2 className="text-base max-sm:mr-2 max-sm:inline">
      <Icon size={18} aria-hidden="true" className="mr-2 inline align-text-bottom" />
      {title}
    </h2>
    <div className="whitespace-pre-line text-ink max-sm:inline sm:mt-1">{children}</div>
  </section>
);

const Missing = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>;

/** The medicines of the finalised notes that are to be taken today, each with the day of its prescription. */
function Medication({ notes: { data: notes, isError } }: Pick<Props, 'notes'>) {
  const times = { today: useToday(), timeZone: useTimeZone() };
  if (!notes) return isError ? <Missing>No se pudo cargar</Missing> : <Skeleton className="h-6 w-40" />;
  const medicines = currentMedication(notes, times);
  // Other professionals may have prescribed more.
  if (medicines.length === 0) return <Missing>Sin recetas vigentes en esta ficha</Missing>;
  return (
    <ul aria-label="Medicación actual" className="flex flex-wrap gap-x-5">
      {medicines.map(({ prescription, day }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note may name a medicine twice
        <li key={index} className="min-w-0">
          {medicineWithStrength(prescription)} <span className="text-muted text-sm tabular-nums">{formatDay(day)}</span>
        </li>
      ))}
    </ul>
  );
}
