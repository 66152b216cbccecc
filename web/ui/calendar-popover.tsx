import { type ComponentProps, cloneElement, type ReactElement, useState } from 'react';
import type { Button } from '#web/ui/button.tsx';
import type { CalendarProps } from '#web/ui/calendar.tsx';
import { notifyNotLoaded } from '#web/ui/on-demand.tsx';

const load = async () => {
  const [{ Popover }, { Calendar }] = await Promise.all([
    import('#web/ui/popover.tsx'),
    import('#web/ui/calendar.tsx'),
  ]);
  return { Popover, Calendar };
};
let loaded: Awaited<ReturnType<typeof load>> | undefined;

interface Props extends CalendarProps {
  label: string;
  align?: 'start' | 'end';
  /** A button. */
  trigger: ReactElement<ComponentProps<typeof Button>>;
}

/** A calendar that opens beside a button and closes with the choice. Loaded when it is first opened. */
export function CalendarPopover({ label, align = 'start', trigger, onPick, ...calendar }: Props) {
  const [open, setOpen] = useState(false);
  const [parts, setParts] = useState(() => loaded);
  if (!parts) {
    const openWhenLoaded = () =>
      void load().then((found) => {
        loaded = found;
        setParts(found);
        setOpen(true);
      }, notifyNotLoaded);
    return cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: openWhenLoaded });
  }
  const { Popover, Calendar } = parts;
  const pick = (day: string) => {
    setOpen(false);
    onPick(day);
  };
  return (
    <Popover label={label} align={align} open={open} onOpenChange={setOpen} trigger={trigger}>
      <Calendar {...calendar} onPick={pick} />
    </Popover>
  );
}
