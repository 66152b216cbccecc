import { type ComponentProps, type ReactNode, useState } from 'react';
import { CALENDAR_FOCUS, Calendar } from '#web/ui/calendar.tsx';
import { Popover } from '#web/ui/popover.tsx';

interface Props extends ComponentProps<typeof Calendar> {
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
    <Popover
      label={label}
      align={align}
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      firstFocus={CALENDAR_FOCUS}
    >
      <Calendar {...calendar} onPick={pick} />
    </Popover>
  );
}
