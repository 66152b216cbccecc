import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { DEFAULT_DURATION, DURATIONS, durationLabel } from '#contract/agenda';
import { nextFreeWithAnyone } from '#contract/assistants';
import { call, type ReplyOf } from '#web/platform/api.ts';
import { newAppointmentAddress } from '#web/reception/reception-addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { longDay } from '#web/ui/day-words.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Select } from '#web/ui/select.tsx';

const OPTIONS = DURATIONS.map((value) => ({ value, label: durationLabel(value) }));

/** Finds the next free hour of each professional, the nearest first. Each leads to 'Nueva Cita' with that hour. */
export function NextFreeWithAnyone() {
  const [duration, setDuration] = useState<(typeof DURATIONS)[number]>(DEFAULT_DURATION);
  const search = useMutation({
    mutationFn: () => call(nextFreeWithAnyone, { query: { duration } }),
    meta: { failed: 'No se pudo buscar una hora disponible' },
  });
  const choose = (value: string) => {
    setDuration(DURATIONS.find((one) => String(one) === value) ?? DEFAULT_DURATION);
    search.reset();
  };
  return (
    <section aria-label="Próxima hora con cualquiera" className="mb-4">
      <div className="flex items-center gap-2">
        <Select
          aria-label="Duración"
          value={duration}
          options={OPTIONS}
          onChange={({ target }) => choose(target.value)}
          className="min-w-32"
        />
        <Button
          look="secondary"
          aria-disabled={search.isPending}
          onClick={() => !search.isPending && search.mutate()}
          className="max-sm:flex-1"
        >
          <Search size={18} aria-hidden="true" />
          Próxima hora con cualquiera
        </Button>
      </div>
      <div aria-live="polite">{search.data && <Found hours={search.data} duration={duration} />}</div>
    </section>
  );
}

function Found({ hours, duration }: { hours: ReplyOf<typeof nextFreeWithAnyone>; duration: number }) {
  if (hours.length === 0) return <p className="mt-2 text-muted text-sm">Nadie tiene horas disponibles.</p>;
  return (
    <ol aria-label="Próximas horas libres" className="mt-2 grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      {hours.map(({ professional: { _id, name }, date, time }, index) => (
        <li key={_id} className="min-w-0">
          <Link
            to={newAppointmentAddress(_id, date, time, duration)}
            className={`block h-full rounded-control border px-3 py-2 text-sm hover:border-austral-600 ${index === 0 ? 'border-austral-600 bg-austral-50' : 'border-line bg-surface'}`}
          >
            <span className="block font-semibold tabular-nums">
              {longDay(date)}, {time}
            </span>
            <span className="block text-muted wrap-anywhere">{name}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
