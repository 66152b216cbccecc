import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { DEFAULT_DURATION } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { nextFreeSlot } from '#contract/next-free';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { call } from '#web/platform/api.ts';
import { Button } from '#web/ui/button.tsx';

/** Fills in the first free hour for the chosen duration, from the chosen day on. */
export function NextFreeButton({ form }: { form: AppointmentForm }) {
  const [found, setFound] = useState('');
  const search = useMutation({
    mutationFn: () => {
      const [from, duration = DEFAULT_DURATION] = form.getValues(['date', 'duration']);
      return call(nextFreeSlot, { query: { from, duration } });
    },
    meta: { failed: 'No se pudo buscar una hora disponible' },
    onSuccess: ({ next }) => {
      if (!next) return setFound('No hay horas disponibles desde esa fecha');
      form.setValue('date', next.date);
      form.setValue('time', next.time);
      form.clearErrors(['date', 'time']);
      setFound(`${formatDay(next.date)} a las ${next.time}`);
    },
  });
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-3">
      <Button look="ghost" aria-disabled={search.isPending} onClick={() => !search.isPending && search.mutate()}>
        <Search size={18} aria-hidden="true" />
        Próxima hora disponible
      </Button>
      <p aria-live="polite" className="text-muted text-sm tabular-nums">
        {found}
      </p>
    </div>
  );
}
