import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Account } from '#contract/account';
import type { Identity } from '#contract/professional-identity';
import { singularProfession } from '#contract/professions';
import { formatRut, isSuspectRut } from '#contract/rut';
import { PersonalInfoForm, printsDocuments } from '#web/account/personal-info-form.tsx';
import { mailto, SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Fact, Facts, FactsSkeleton } from '#web/ui/facts.tsx';
import { WRONG_CHECK_DIGIT } from '#web/ui/rut-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const TITLE = 'Información personal';

export function PersonalInfoCard({ account }: { account: Account }) {
  const [state, setState] = useState<'view' | 'opening' | 'edit' | 'view after edit'>('view');
  const isEditing = state === 'opening' || state === 'edit';
  return (
    <Card
      title={TITLE}
      action={
        // Stays until the form has taken the focus from it.
        state !== 'edit' && (
          <Button
            ref={state === 'view after edit' ? takeFocus : undefined}
            look="secondary"
            onClick={() => setState('opening')}
          >
            <Pencil size={18} aria-hidden="true" />
            Editar
          </Button>
        )
      }
    >
      {isEditing ? (
        <PersonalInfoForm
          account={account}
          onOpen={() => setState('edit')}
          onClose={() => setState('view after edit')}
        />
      ) : (
        <PersonalFacts account={account} />
      )}
    </Card>
  );
}

function PersonalFacts({ account }: { account: Account }) {
  return (
    <>
      <Facts facts={factsOf(account)} />
      {account.identity && <p className="mt-4 text-muted">{IDENTITY_TEXTS[account.identity]}</p>}
    </>
  );
}

/** The focus was in the form, which is removed. */
const takeFocus = (button: HTMLElement | null) => button?.focus({ preventScroll: true });

/** The number is on every printed document: a wrong one should be noticed here first. */
const OwnRut = ({ rut }: { rut: string }) => (
  <>
    {formatRut(rut)}
    {isSuspectRut(rut) && <span className="block font-normal text-orange text-sm">{WRONG_CHECK_DIGIT}</span>}
  </>
);

const IDENTITY_TEXTS = {
  declared: (
    <>
      Identidad declarada por ti, sin verificar. Para que la verifiquemos, escribe a{' '}
      <a href={mailto(SUPPORT_MAILBOX, { subject: 'Verificar mi identidad' })} className={TEXT_LINK_CLASS}>
        {SUPPORT_MAILBOX}
      </a>{' '}
      desde el correo de tu cuenta, con tu RUT y tu RNPI.
    </>
  ),
  verified: 'Identidad verificada en el registro de prestadores.',
} satisfies Record<Identity, ReactNode>;

const factsOf = ({ name, email, rut, rnpi, profession, specialty, city, region, ...account }: Account): Fact[] => [
  { name: 'Nombre', value: name },
  { name: 'Email', value: email },
  ...(printsDocuments(account)
    ? [
        { name: 'RUT', value: rut && <OwnRut rut={rut} /> },
        { name: 'RNPI', value: rnpi },
      ]
    : []),
  { name: 'Profesión', value: profession && singularProfession(profession) },
  { name: 'Especialidad', value: specialty },
  { name: 'Ciudad', value: city },
  { name: 'Región', value: region },
];

export function PersonalInfoSkeleton() {
  return (
    <Card>
      <div className="mb-4 flex items-center justify-between gap-4">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-11 w-26" />
      </div>
      <FactsSkeleton label="Cargando tu cuenta" count={8} />
    </Card>
  );
}
