import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Slot } from '#web/agenda/appointment-actions.ts';
import { type Now, useNow } from '#web/agenda/now.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { reminderSettings } from '#web/reminders/reminders.queries.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

/** Whether the server tells patients by mail of another hour and of a cancellation. */
export function useTellsPatients(): boolean {
  const sendsMail = useSendsMail();
  const { data } = useQuery({ ...reminderSettings(), enabled: sendsMail });
  return sendsMail && data?.enabled === true;
}

/** Nobody is told about a visit that has begun. */
export const isToCome = ({ date, time }: Slot, { today, clock }: Now): boolean =>
  date > today || (date === today && time > clock);

interface Notice {
  /** Undefined where the patient would not be told anyway. */
  notifyPatient: boolean | undefined;
  box: ReactNode;
}

/** The box 'Avisar al paciente' in a dialog that moves, cancels or deletes that visit. */
export function useNotifyPatient(visit: Slot | undefined): Notice {
  const now = useNow();
  const tellsPatients = useTellsPatients();
  const [isChecked, setChecked] = useState(true);
  if (!tellsPatients || !visit || !isToCome(visit, now)) return { notifyPatient: undefined, box: null };
  const box = (
    <div className="text-ink">
      <Checkbox label="Avisar al paciente" checked={isChecked} onChange={({ target }) => setChecked(target.checked)} />
    </div>
  );
  return { notifyPatient: isChecked, box };
}
