import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type FirstSteps, getFirstSteps } from '#contract/first-steps';
import { queryFor } from '#web/platform/api.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { firstStepsState, setFirstStepsState } from '#web/platform/device-choices.ts';
import { GuideLink } from '#web/platform/guide-link.tsx';
import { NEW_APPOINTMENT_ADDRESS, NEW_PATIENT_ADDRESS, PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { focusPageHeading } from '#web/ui/focus-heading.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Step {
  of: keyof FirstSteps;
  title: string;
  text: string;
  address: string;
}

const STEPS: readonly Step[] = [
  {
    of: 'patient',
    title: 'Agrega tu primer paciente',
    text: 'Basta con su nombre, su RUT y su fecha de nacimiento.',
    address: NEW_PATIENT_ADDRESS,
  },
  {
    of: 'appointment',
    title: 'Agenda tu primera cita',
    text: 'Elige el día, la hora y la duración.',
    address: NEW_APPOINTMENT_ADDRESS,
  },
  {
    of: 'note',
    title: 'Escribe tu primera nota clínica',
    text: 'Abre la ficha del paciente y elige «Agregar Atención».',
    address: PATHS.patients,
  },
];

const isComplete = (steps: FirstSteps) => STEPS.every((step) => steps[step.of]);

/** Asked on every visit: a step may have been done on another page. A failure shows no toast. */
const useFirstSteps = (enabled: boolean) => useQuery({ ...queryFor(getFirstSteps, {}), staleTime: 0, enabled });

interface Props {
  /** The length of the page is known: what is shown after the page will not move. */
  isSettled: boolean;
  children: ReactNode;
}

/** The first steps of a new account, before or after the page. An administrator has no patients. */
export function WithFirstSteps(props: Props) {
  const { _id, role } = useCurrentUser();
  return role === 'admin' ? props.children : <StepsOf key={_id} userId={_id} {...props} />;
}

function StepsOf({ userId, isSettled, children }: Props & { userId: string }) {
  const { patientCount } = useCurrentUser();
  const [state, setState] = useState(() => firstStepsState(userId));
  const [isExpected] = useState(state === 'shown' || patientCount === 0);
  const { data } = useFirstSteps(state !== 'closed');
  const isClosed = state === 'closed' || (state === undefined && data && isComplete(data));
  const next = isClosed ? 'closed' : data && 'shown';
  useEffect(() => {
    if (next) setFirstStepsState(userId, next);
  }, [next, userId]);

  const steps = data ?? (isExpected ? { patient: patientCount > 0, appointment: false, note: false } : undefined);
  const close = () => {
    setState('closed');
    focusPageHeading();
  };
  const card = steps && !isClosed && <StepsCard steps={steps} onClose={close} />;
  return (
    <>
      {card && isExpected && <div className="mb-6">{card}</div>}
      {children}
      {/* The card was not expected before the answer. Above the page it would move the page. */}
      {card && !isExpected && isSettled && <div className="mt-6">{card}</div>}
    </>
  );
}

function StepsCard({ steps, onClose }: { steps: FirstSteps; onClose: () => void }) {
  const done = STEPS.filter((step) => steps[step.of]).length;
  return (
    <Card
      title="Primeros pasos"
      action={
        <Button look="ghost" className="-my-2 -mr-2" onClick={onClose} aria-label="Ocultar los primeros pasos">
          Ocultar
        </Button>
      }
    >
      <p role="status" className="text-muted">
        {isComplete(steps) ? 'Listo: ya conoces lo esencial.' : `${done} de ${STEPS.length} hechos`}
      </p>
      <ol className="mt-4 grid gap-4 md:grid-cols-3 md:gap-6">
        {STEPS.map((step) => (
          <StepEntry key={step.of} step={step} isDone={steps[step.of]} isPossible={steps.patient} />
        ))}
      </ol>
      <div className="mt-2">
        <GuideLink />
      </div>
    </Card>
  );
}

interface EntryProps {
  step: Step;
  isDone: boolean;
  /** Appointments and notes are of a patient. */
  isPossible: boolean;
}

function StepEntry({ step, isDone, isPossible }: EntryProps) {
  const { of, title, text, address } = step;
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex items-start gap-3">
      <Icon size={22} aria-hidden="true" className={`mt-0.5 shrink-0 ${isDone ? 'text-green' : 'text-muted'}`} />
      <div className="min-w-0">
        {isDone || !(isPossible || of === 'patient') ? (
          <p className={`font-semibold ${isDone ? 'text-muted' : ''}`}>
            {isDone && <span className="sr-only">Hecho: </span>}
            {title}
          </p>
        ) : (
          <Link to={address} className={TEXT_LINK_CLASS}>
            {title}
          </Link>
        )}
        <p className="mt-0.5 text-muted text-sm">{text}</p>
      </div>
    </li>
  );
}
