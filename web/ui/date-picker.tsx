import { CalendarDays } from 'lucide-react';
import type { Ref } from 'react';
import { formatDay } from '#contract/days';
import { CalendarPopover } from '#web/ui/calendar-popover.tsx';
import { useFieldProps } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

interface Props {
  /** The label of the field around it. */
  label: string;
  value: string;
  today: string;
  /** The first day that can be chosen. */
  from: string;
  onChange: (day: string) => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A day, shown as dd/MM/yyyy and chosen from a calendar. */
export function DatePicker({ label, value, today, from, onChange, ref }: Props) {
  const fieldProps = useFieldProps();
  return (
    <CalendarPopover
      label={label}
      day={value}
      today={today}
      from={from}
      onPick={onChange}
      trigger={
        <button
          ref={ref}
          type="button"
          id={fieldProps?.id}
          // The label of the field would replace the content of the button in its accessible name.
          aria-label={`${label}, ${formatDay(value)}`}
          aria-describedby={fieldProps?.['aria-describedby']}
          className={`${CONTROL_CLASS} flex items-center justify-between gap-3 text-left tabular-nums`}
        >
          {formatDay(value)}
          <CalendarDays size={18} aria-hidden="true" className="text-muted" />
        </button>
      }
    />
  );
}
