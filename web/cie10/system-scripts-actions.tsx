import { type ReactNode, useId } from 'react';
import { type Run, type Script, useRunScript } from '#web/cie10/system-scripts.queries.ts';
import { Button } from '#web/ui/button.tsx';

const TEXTS = {
  initialize: {
    label: 'Inicializar Base de Datos CIE-10',
    busyLabel: 'Inicializando...',
    about: 'Carga el catálogo CIE-10 completo, en español. Puede tardar varios minutos.',
    question:
      '¿Inicializar la base de datos CIE-10?\n\nSe cargará el catálogo completo de diagnósticos. Puede tardar varios minutos.',
  },
  expand: {
    label: 'Expandir Base de Datos CIE-10',
    busyLabel: 'Expandiendo...',
    about: 'Agrega códigos que faltan y corrige descripciones. Puede ejecutarse muchas veces sin riesgo.',
    question:
      '¿Expandir la base de datos CIE-10?\n\nSe agregarán y corregirán códigos. Puede ejecutarse muchas veces sin riesgo: nada se duplica.',
  },
} as const;

interface Props {
  /** The size of the catalogue. */
  count: number;
  run: Run | undefined;
}

export function SystemScriptsActions({ count, run }: Props) {
  const running = run?.running ? run.script : undefined;
  const next = count ? 'expand' : 'initialize';
  return (
    <div className="border-line border-t p-6">
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Action script="initialize" running={running} suggested={next === 'initialize'} />
        <Action
          script="expand"
          running={running}
          reason={count === 0 ? 'Disponible después de inicializar la base de datos.' : undefined}
          suggested={next === 'expand'}
        />
      </div>
      <div role="status">
        {running && (
          <div className="mt-6">
            <ProgressBar label={TEXTS[running].busyLabel} />
            <p className="mt-2 text-muted text-sm">Puede tardar varios minutos. Te avisaremos cuando termine.</p>
          </div>
        )}
      </div>
    </div>
  );
}

interface ActionProps {
  script: Script;
  running: Script | undefined;
  /** Why it cannot be started. */
  reason?: ReactNode;
  suggested: boolean;
}

function Action({ script, running, reason, suggested }: ActionProps) {
  const id = useId();
  const { mutate } = useRunScript(script);
  const { label, busyLabel, about, question } = TEXTS[script];
  const start = () => {
    if (!running && window.confirm(question)) mutate();
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <p id={id} className="text-muted text-sm">
        {about} {reason && <strong className="font-semibold text-ink">{reason}</strong>}
      </p>
      <Button
        look={suggested ? 'primary' : 'secondary'}
        disabled={reason !== undefined}
        // Not disabled while a script runs, because a disabled button loses the focus.
        aria-disabled={running !== undefined}
        aria-describedby={id}
        onClick={start}
        className="mt-auto aria-disabled:cursor-not-allowed max-sm:w-full"
      >
        {running === script ? busyLabel : label}
      </Button>
    </div>
  );
}

/** Progress of unknown length. */
function ProgressBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-austral-100">
      <div className="to-and-fro h-full w-1/3 rounded-full bg-austral-600" />
    </div>
  );
}
