import { useState } from 'react';
import { useBeginTotp, useRemoveTotp } from '#web/account/security.queries.ts';
import { KeptPasskeysText } from '#web/passkeys/kept-passkeys-text.tsx';
import { ApiError } from '#web/platform/api-error.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

const SecondFactorSetup = onDemand(
  async () => (await import('#web/account/second-factor-setup.tsx')).SecondFactorSetup,
);

export function SecondFactorCard() {
  const isOn = useCurrentUser().secondFactor === 'on';
  const begin = useBeginTotp();
  const [removing, setRemoving] = useState(false);
  return (
    <Card title="Verificación en dos pasos" action={isOn && <Badge tone="green">Activada</Badge>}>
      <p className="mb-4 max-w-prose text-muted">
        {isOn
          ? 'Al iniciar sesión, además de tu contraseña se pide un código de la aplicación de tu teléfono.'
          : 'Con una aplicación de códigos en tu teléfono, nadie entra a tu cuenta solo con tu contraseña. La recomendamos a todas las personas que usan Ficha Austral.'}
        {isOn && <KeptPasskeysText />}
      </p>
      {isOn ? (
        <Button look="secondary" onClick={() => setRemoving(true)}>
          Desactivar
        </Button>
      ) : (
        <BusyButton label="Activar" busy={begin.isPending} busyLabel="Preparando..." onPress={() => begin.mutate()} />
      )}
      {begin.data && <SecondFactorSetup {...begin.data} onClose={begin.reset} />}
      {removing && <RemovalDialog onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function RemovalDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveTotp();
  const [password, setPassword] = useState('');
  const refusal = remove.error instanceof ApiError ? remove.error.details[0]?.message : undefined;
  return (
    <Dialog
      title="Desactivar la verificación en dos pasos"
      description="Desde ahora bastará con tu contraseña para entrar. Los códigos de recuperación dejarán de servir."
      onClose={onClose}
    >
      <Form
        busy={remove.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          if (password) remove.mutate(password, { onSuccess: onClose });
        }}
      >
        <Field label="Contraseña" required error={refusal}>
          <PasswordInput
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" look="danger" disabled={!password}>
            {remove.isPending ? 'Desactivando...' : 'Desactivar'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
