import type { PrescriptionItem } from '#contract/prescriptions';
import {
  isWide,
  PERMANENT_LABEL,
  PRESCRIPTION_FIELDS,
  PRESCRIPTION_LABELS,
} from '#web/clinical-notes/prescription-fields.ts';

/** The medicine and the fields that are not empty. */
export function PrescriptionDetails({ prescription }: { prescription: PrescriptionItem }) {
  const filledFields = PRESCRIPTION_FIELDS.filter((field) => field !== 'medicamento' && prescription[field]);
  return (
    <div className="min-w-0 flex-1">
      <p className="font-bold">{prescription.medicamento}</p>
      {prescription.permanente && <p className="text-muted text-sm">{PERMANENT_LABEL}</p>}
      {filledFields.length > 0 && (
        <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3">
          {filledFields.map((field) => (
            <div key={field} className={`min-w-0 ${isWide(field) ? 'sm:col-span-3' : ''}`}>
              <dt className="text-muted text-sm">{PRESCRIPTION_LABELS[field]}</dt>
              <dd className="whitespace-pre-line">{prescription[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
