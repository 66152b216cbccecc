import { Copy, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { DEFAULT_DURATION, DURATIONS, durationLabel } from '#contract/agenda';
import { HALF_HOURS, WorkingHours, type WorkingInterval } from '#contract/working-hours';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { intervalAfter, ofWorkweek, WEEKDAYS } from '#web/working-hours/intervals.ts';
import { HOURS_NOT_LOADED, useSaveWorkingHours, useWorkingHours } from '#web/working-hours/working-hours.queries.ts';

const STARTS = HALF_HOURS.slice(0, -1);
const ENDS = HALF_HOURS.slice(1);
const DURATION_OPTIONS = DURATIONS.map((value) => ({ value, label: durationLabel(value) }));

export function WorkingHoursCard() {
  const { data, isError, refetch } = useWorkingHours();
  return (
    <Card title="Horario de atención">
      <p className="mb-4 max-w-prose text-muted">
        En la agenda, las horas fuera de tu horario se ven en gris y se pregunta antes de agendar en ellas. Si no
        indicas ninguna, todas están disponibles.
      </p>
      {data && <HoursForm saved={data} />}
      {!data && isError && <InlineFailure text={HOURS_NOT_LOADED} onRetry={() => void refetch()} />}
      {/* As high as the form without hours, so that what follows does not move. */}
      {!data && !isError && <Skeleton className="h-327.75 sm:h-252.25" />}
    </Card>
  );
}

type Problems = Record<string, string>;

function HoursForm({ saved }: { saved: WorkingHours }) {
  const save = useSaveWorkingHours();
  const [hours, setHours] = useState<readonly WorkingInterval[]>(saved.hours);
  const [defaultDuration, setDefaultDuration] = useState<number>(saved.defaultDuration ?? DEFAULT_DURATION);
  const [problems, setProblems] = useState<Problems>({});
  const change = (next: readonly WorkingInterval[]) => {
    setHours(next);
    setProblems({});
  };
  const submit = () => {
    const parsed = WorkingHours.safeParse({ hours, defaultDuration });
    setProblems(Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []));
    if (parsed.success) save.mutate(parsed.data, { onSuccess: (reply) => change(reply.hours) });
  };
  return (
    <Form
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ul className="divide-y divide-line border-line border-y">
        {WEEKDAYS.map((name, index) => (
          <DayRow key={name} name={name} weekday={index + 1} hours={hours} problems={problems} onChange={change} />
        ))}
      </ul>
      <Field
        label="Duración habitual de una cita"
        hint="Con ella parte «Nueva Cita». La puedes cambiar en cada cita."
        className="mt-5 sm:max-w-sm"
      >
        <Select
          options={DURATION_OPTIONS}
          value={defaultDuration}
          onChange={({ target }) => setDefaultDuration(Number(target.value))}
        />
      </Field>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" className="max-sm:w-full">
          {save.isPending ? 'Guardando...' : 'Guardar horario'}
        </Button>
        <p role="alert" className="font-medium text-red text-sm">
          {Object.keys(problems).length > 0 && 'Revisa los tramos marcados'}
        </p>
      </div>
    </Form>
  );
}

interface DayProps {
  /** 'Lunes' */
  name: string;
  weekday: number;
  hours: readonly WorkingInterval[];
  problems: Problems;
  onChange: (hours: readonly WorkingInterval[]) => void;
}

function DayRow({ name, weekday, hours, problems, onChange }: DayProps) {
  const ofDay = hours.flatMap((interval, index) => (interval.weekday === weekday ? [{ interval, index }] : []));
  const next = intervalAfter(ofDay.map(({ interval }) => interval));
  const add = () => next && onChange([...hours, { weekday, ...next }]);
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (interval: WorkingInterval) => {
    onChange(hours.filter((one) => one !== interval));
    // The button that has the focus disappears.
    addButton.current?.focus();
  };
  const isWorkday = weekday <= 5;
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[7rem_1fr]">
      <h3 className="pt-2.5 font-semibold">{name}</h3>
      <div className="space-y-3">
        {ofDay.length === 0 && (
          <p className="pt-2.5 text-muted">{hours.length === 0 ? 'Sin horario indicado' : 'No atiendes'}</p>
        )}
        {ofDay.map(({ interval, index }, at) => (
          <IntervalFields
            key={index}
            label={`${name}, tramo ${at + 1}`}
            interval={interval}
            error={problems[`hours.${index}.from`] ?? problems[`hours.${index}.to`]}
            onChange={(changed) => onChange(hours.map((one) => (one === interval ? changed : one)))}
            onRemove={() => remove(interval)}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          {next && (
            <Button ref={addButton} look="ghost" onClick={add} aria-label={`Agregar tramo al ${name.toLowerCase()}`}>
              <Plus size={18} aria-hidden="true" />
              Agregar tramo
            </Button>
          )}
          {isWorkday && ofDay.length > 0 && (
            <Button
              look="ghost"
              onClick={() => onChange(ofWorkweek(hours, weekday))}
              aria-label={`Copiar de lunes a viernes el horario del ${name.toLowerCase()}`}
            >
              <Copy size={18} aria-hidden="true" />
              Copiar de lunes a viernes
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

interface IntervalProps {
  label: string;
  interval: WorkingInterval;
  error: string | undefined;
  onChange: (interval: WorkingInterval) => void;
  onRemove: () => void;
}

function IntervalFields({ label, interval, error, onChange, onRemove }: IntervalProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[1fr_1fr_auto] gap-2 sm:max-w-sm">
      <legend className="sr-only">{label}</legend>
      <Field label="Desde" error={error}>
        <Select
          options={STARTS}
          value={interval.from}
          onChange={({ target }) => onChange({ ...interval, from: target.value })}
          className="tabular-nums"
        />
      </Field>
      <Field label="Hasta">
        <Select
          options={ENDS}
          value={interval.to}
          onChange={({ target }) => onChange({ ...interval, to: target.value })}
          className="tabular-nums"
        />
      </Field>
      <Button look="ghost" size="icon" onClick={onRemove} aria-label={`Quitar ${label}`} className="mt-6.5">
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    </fieldset>
  );
}
