import { Heart, type LucideIcon, StickyNote, TriangleAlert } from 'lucide-react';
import type { Patient } from '#contract/patients';

interface Highlight {
  field: 'alertas' | 'notas' | 'preferencias';
  title: string;
  icon: LucideIcon;
  look: string;
}

const HIGHLIGHTS: readonly Highlight[] = [
  { field: 'alertas', title: 'Alertas', icon: TriangleAlert, look: 'border-red/40 bg-red-tint text-red' },
  { field: 'notas', title: 'Notas', icon: StickyNote, look: 'border-blue/40 bg-blue-tint text-blue' },
  { field: 'preferencias', title: 'Preferencias', icon: Heart, look: 'border-purple/40 bg-purple-tint text-purple' },
];

/** Alerts, notes and preferences at the top of the profile. */
export function PatientHighlights({ patient }: { patient: Patient }) {
  const present = HIGHLIGHTS.filter(({ field }) => patient[field]);
  if (present.length === 0) return null;
  return (
    <div className="mb-6 flex flex-wrap gap-4">
      {present.map(({ field, title, icon: Icon, look }) => (
        <section key={field} className={`min-w-0 flex-1 basis-64 rounded-card border p-5 ${look}`}>
          <h2 className="flex items-center gap-2 text-base">
            <Icon size={18} aria-hidden="true" className="shrink-0" />
            {title}
          </h2>
          <p className="mt-1.5 whitespace-pre-line text-ink">{patient[field]}</p>
        </section>
      ))}
    </div>
  );
}
