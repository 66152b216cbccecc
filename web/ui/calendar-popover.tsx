import { type ReactNode, useState } from 'react';
import type { CalendarProps } from '#web/ui/calendar.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Popover } from '#web/ui/popover.tsx';

const Calendar = onDemand(async () => (await import('#web/ui/calendar.tsx')).Calendar);

interface Props extends CalendarProps {
  label: string;
  align?: 'start' | 'end';
  trigger: ReactNode;
}

/** A calendar that opens beside a button and closes with the choice. */
export function CalendarPopover({ label, align = 'start', trigger, onPick, ...calendar }: Props) {
  const [open, setOpen] = useState(false);
  const pick = (day: string) => {
    setOpen(false);
    onPick(day);
  };
  return (
    <Popover label={label} align={align} open={open} onOpenChange={setOpen} trigger={trigger}>
      {/* As large as the calendar, which may still be under way. */}
      <div className="min-h-87 min-w-77">
        <Calendar {...calendar} onPick={pick} onClose={() => setOpen(false)} />
      </div>
    </Popover>
  );
}
