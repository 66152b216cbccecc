import { type MouseEvent, useState } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { statusText, statusTextClass } from '#web/agenda/appointment-status.ts';
import { VisitCharge } from '#web/reception/day-charges.tsx';
import { nextStatus, type OnStatus } from '#web/reception/reception-day.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const StatusMenu = onDemand(async () => (await import('#web/reception/status-menu.tsx')).StatusMenu);

const SIZES = {
  compact: 'min-h-6 px-1.5 text-fine',
  large: 'min-h-11 px-3 text-sm',
} as const;

/** Drawn by the style sheet: an icon in each of hundreds of cards takes time. */
const ARROW_CLASS =
  'after:mx-1 after:mb-0.5 after:size-1.5 after:shrink-0 after:rotate-45 after:border-current after:border-r-2 after:border-b-2';

interface Props {
  professionalId: string;
  appointment: Appointment;
  today: string;
  /** Only the status, where there is no room for the button. */
  isNarrow?: boolean;
  size?: keyof typeof SIZES;
  onStatus: OnStatus;
}

/** The status as a word, which opens the menu of the others, and a button for the status that usually comes next. */
export function StatusControl({
  professionalId,
  appointment,
  today,
  isNarrow = false,
  size = 'compact',
  onStatus,
}: Props) {
  const [open, setOpen] = useState(false);
  const { status, time } = appointment;
  const name = nameWithSocial(patientOf(appointment));
  const text = statusText(status);
  const next = isNarrow ? undefined : nextStatus(appointment, today);
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!next) return;
    // The button disappears; the focus stays in the card.
    currentTarget.parentElement?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus({ preventScroll: true });
    onStatus(professionalId, appointment, next.status);
  };
  return (
    <span className="relative flex min-w-0 max-w-full items-center gap-1">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${text}: estado de la cita de ${name} a las ${time}, cambiar`}
        onClick={() => setOpen(true)}
        className={`inline-flex min-w-0 items-center gap-0.5 rounded-full bg-surface font-semibold leading-4 ring-1 ring-line ring-inset ${ARROW_CLASS} ${SIZES[size]} ${statusTextClass(status)}`}
      >
        <span className="truncate">{text}</span>
      </button>
      {next && (
        <button
          type="button"
          aria-label={`${next.label}: ${name}, ${time}`}
          onClick={press}
          className={`shrink-0 rounded-full bg-austral-600 font-semibold text-on-austral leading-4 hover:bg-austral-700 ${SIZES[size]}`}
        >
          {next.label}
        </button>
      )}
      {!isNarrow && <VisitCharge professionalId={professionalId} appointment={appointment} className={SIZES[size]} />}
      {open && (
        <StatusMenu
          professionalId={professionalId}
          appointment={appointment}
          onStatus={onStatus}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}
