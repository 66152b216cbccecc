import type { PrescriptionItem } from '#contract/clinical-notes';

const FACTS = [
  ['dosis', 'Dosis'],
  ['posologia', 'Posología'],
  ['duracion', 'Duración'],
  ['indicacionesUso', 'Indicaciones de uso'],
] as const;

/** A prescription to read: the medicine, and of the rest what was written. */
export function PrescriptionFacts({ prescription }: { prescription: PrescriptionItem }) {
  const given = FACTS.filter(([field]) => prescription[field]);
  return (
    <div className="min-w-0 flex-1">
      <p className="font-bold">{prescription.medicamento}</p>
      {given.length > 0 && (
        <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3">
          {given.map(([field, name]) => (
            <div key={field} className={`min-w-0 ${field === 'indicacionesUso' ? 'sm:col-span-3' : ''}`}>
              <dt className="text-muted text-sm">{name}</dt>
              <dd className="whitespace-pre-line">{prescription[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
