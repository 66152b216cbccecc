import { readCodedDiagnosis } from '#contract/cie10';

/** A diagnosis with its code in bold. */
export function DiagnosisText({ diagnosis }: { diagnosis: string }) {
  const coded = readCodedDiagnosis(diagnosis);
  if (!coded) return <span className="min-w-0 py-2">{diagnosis}</span>;
  return (
    <span className="min-w-0 py-2">
      <span className="font-bold tabular-nums">{coded.code}</span> - {coded.display}
    </span>
  );
}
