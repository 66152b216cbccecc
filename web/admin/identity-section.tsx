import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { AdminUser } from '#contract/admin';
import { ERRORS } from '#contract/errors';
import { IdentityEvidence } from '#contract/professional-identity';
import { useSetIdentity } from '#web/admin/admin.queries.ts';
import { IDENTITY_LABELS } from '#web/admin/admin-texts.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { RNPI_SITE } from '#web/platform/paths.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Whether somebody has checked who the person is, and the decision about it. */
export function IdentitySection({ user }: { user: AdminUser }) {
  const { _id: ownId } = useCurrentUser();
  return (
    <section aria-labelledby="identity-title" className="mt-6 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="identity-title" className="text-lg">
          Identidad
        </h3>
        <StatusBadge labels={IDENTITY_LABELS} status={user.identity} />
      </div>
      <div className="mt-3">
        <Decision user={user} isOwn={user._id === ownId} />
      </div>
    </section>
  );
}

function Decision({ user, isOwn }: { user: AdminUser; isOwn: boolean }) {
  if (user.identityCheck) return <ConfirmedIdentity user={user} check={user.identityCheck} />;
  if (isOwn) return <p className="text-muted">{ERRORS.OWN_IDENTITY.message}.</p>;
  if (!user.rut) return <p className="text-muted">{ERRORS.IDENTITY_WITHOUT_RUT.message}.</p>;
  return <ConfirmForm user={user} />;
}

interface ConfirmedProps {
  user: AdminUser;
  check: NonNullable<AdminUser['identityCheck']>;
}

function ConfirmedIdentity({ user, check }: ConfirmedProps) {
  const timeZone = useTimeZone();
  const change = useSetIdentity(user);
  return (
    <>
      <p>
        Confirmada el {formatMoment(check.at, timeZone)} por {check.by ?? 'una cuenta que fue eliminada'}.
      </p>
      <p className="mt-2 whitespace-pre-line break-words rounded-control bg-paper p-3">{check.evidence}</p>
      <p className="mt-2 text-muted text-sm">Se retira sola si cambian el nombre, el RUT, la profesión o el RNPI.</p>
      <Button
        look="secondary"
        className="mt-4"
        disabled={change.isPending}
        onClick={() => change.mutate({ verified: false })}
      >
        {change.isPending ? 'Retirando...' : 'Retirar confirmación'}
      </Button>
    </>
  );
}

function ConfirmForm({ user }: { user: AdminUser }) {
  const change = useSetIdentity(user);
  const form = useForm({ resolver: zodResolver(IdentityEvidence), defaultValues: { evidence: '' } });
  const { name, rut, rnpi, profession } = user;
  const submit = form.handleSubmit(({ evidence }) =>
    change.mutate(
      { verified: true, evidence, seen: { name, rut, rnpi, profession } },
      { onError: (error) => showServerErrors(form, error, 'evidence') },
    ),
  );
  return (
    <Form onSubmit={submit} busy={change.isPending} className="space-y-4">
      <p className="text-muted">
        Busca a la persona en el{' '}
        <a href={RNPI_SITE} target="_blank" rel="noreferrer" className={TEXT_LINK_CLASS}>
          registro de prestadores
        </a>{' '}
        de la Superintendencia de Salud y compara nombre, RUT, profesión y número.
        {!rnpi && ' La cuenta no declaró su RNPI: búscala por su RUT.'}
      </p>
      <Field
        label="Qué viste en el registro"
        required
        hint="Por ejemplo: número, nombre y título que aparecen, y cómo comprobaste que la cuenta es de esa persona"
        error={form.formState.errors.evidence?.message}
      >
        <TextArea {...form.register('evidence')} />
      </Field>
      <Button type="submit" className="max-sm:w-full">
        {change.isPending ? 'Confirmando...' : 'Confirmar identidad'}
      </Button>
    </Form>
  );
}
