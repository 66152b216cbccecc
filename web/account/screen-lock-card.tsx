import { useState } from 'react';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { LOCK_MINUTES, lockMinutes, setLockMinutes } from '#web/platform/screen-lock.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

const OPTIONS = LOCK_MINUTES.map((minutes) => ({ value: minutes, label: `${minutes} minutos` }));

export function ScreenLockCard() {
  const { _id } = useCurrentUser();
  const [minutes, setMinutes] = useState(() => lockMinutes(_id));
  const choose = (chosen: number) => {
    setLockMinutes(_id, chosen);
    setMinutes(chosen);
  };
  return (
    <Card title="Bloqueo de pantalla">
      <p className="mb-4 max-w-prose text-muted">
        Si dejas el computador un rato, la pantalla se cubre y pide tu contraseña o tu llave de acceso. Lo que estabas
        escribiendo se conserva.
      </p>
      <div className="max-w-xs">
        <Field label="Bloquear después de" hint="Vale para tu cuenta en este navegador.">
          <Select options={OPTIONS} value={minutes} onChange={(event) => choose(Number(event.target.value))} />
        </Field>
      </div>
    </Card>
  );
}
