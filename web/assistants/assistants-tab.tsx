import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type Assistant, FREE_ASSISTANT_LIMIT, MAX_ASSISTANTS } from '#contract/assistants';
import { AssistantRow } from '#web/assistants/assistant-row.tsx';
import { ASSISTANTS_NOT_LOADED, useAssistants } from '#web/assistants/assistants.queries.ts';
import { InviteDialog } from '#web/assistants/invite-dialog.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** 'Secretaría': whom the professional lets work with the agenda. */
export function AssistantsTab() {
  const { data: assistants, isError, refetch } = useAssistants();
  const { subscriptionStatus } = useCurrentUser();
  const [isInviting, setInviting] = useState(false);
  const limit = subscriptionStatus === 'free' ? FREE_ASSISTANT_LIMIT : MAX_ASSISTANTS;
  const isFull = assistants !== undefined && assistants.length >= limit;
  return (
    <Card
      title="Secretaría"
      action={
        assistants &&
        !isFull && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus size={18} aria-hidden="true" />
            Invitar
          </Button>
        )
      }
    >
      <div className="mb-5 max-w-prose space-y-2 text-muted">
        <p>
          Quien atiende tu recepción entra con su propia cuenta: agenda, recordatorios, reservas y datos de contacto de
          tus pacientes. Cada cosa que hace queda con su nombre.
        </p>
        <p className="text-ink">
          Nunca ve fichas clínicas, alergias, notas clínicas ni documentos. Sí ve la nota de cada cita.
        </p>
      </div>
      {isFull && <LimitText isFree={subscriptionStatus === 'free'} />}
      {assistants && <AssistantList assistants={assistants} />}
      {!assistants && isError && <InlineFailure text={ASSISTANTS_NOT_LOADED} onRetry={() => void refetch()} />}
      {!assistants && !isError && <Skeleton className="h-24" />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Card>
  );
}

const LimitText = ({ isFree }: { isFree: boolean }) => (
  <p className="mb-5 rounded-control bg-paper px-4 py-3">
    {isFree ? (
      <>
        La prueba gratuita incluye una persona en la secretaría, invitada o activa. Para invitar a más,{' '}
        <Link to={PLANS_ADDRESS} className={TEXT_LINK_CLASS}>
          mira los planes
        </Link>
        .
      </>
    ) : (
      `Tu secretaría tiene ${MAX_ASSISTANTS} personas, el máximo. Termina el acceso de una para invitar a otra.`
    )}
  </p>
);

function AssistantList({ assistants }: { assistants: readonly Assistant[] }) {
  if (assistants.length === 0) return <p>Aún no invitas a nadie.</p>;
  return (
    <ul aria-label="Personas de tu secretaría" className="divide-y divide-line">
      {assistants.map((assistant) => (
        <AssistantRow key={assistant._id} assistant={assistant} />
      ))}
    </ul>
  );
}
