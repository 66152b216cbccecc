import { type AccessEntry, detailText } from '#contract/access-log';
import { actText } from '#contract/audit-acts';
import { useTimeZone } from '#web/platform/today.ts';
import { formatInstant } from '#web/ui/format-instant.ts';

interface Props {
  label: string;
  entries: readonly AccessEntry[];
  /** Left out in the log of one patient. */
  showsPatients: boolean;
}

/** Entries of the access log, the newest first. */
export const EntryList = ({ label, entries, showsPatients }: Props) => (
  <ul aria-label={label} className="divide-y divide-line border-line border-t">
    {entries.map((entry) => (
      <Entry key={entry.number} entry={entry} patient={showsPatients ? entry.patient : undefined} />
    ))}
  </ul>
);

interface EntryProps {
  entry: AccessEntry;
  patient: string | undefined;
}

function Entry({ entry: { at, act, actor, address, detail }, patient }: EntryProps) {
  const timeZone = useTimeZone();
  const { day, clock } = formatInstant(at, timeZone);
  const text = detailText(detail, timeZone);
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 text-sm sm:grid-cols-[9rem_1fr]">
      <time dateTime={at} className="text-muted tabular-nums">
        {day} {clock}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{actText(act)}</p>
        {patient && <p>Paciente: {patient}</p>}
        {text && <p>{text}</p>}
        <p className="text-muted">
          {actor}
          {address && <span className="tabular-nums"> · desde {address}</span>}
        </p>
      </div>
    </li>
  );
}
