import type { ReactNode } from 'react';
import type { AdminUser } from '#contract/admin';
import { CLOSED_ACCOUNT_DAYS } from '#contract/closed-accounts';
import { FREE_PATIENT_LIMIT } from '#contract/plans';
import { useDeleteUser, useResetPassword, useToggleSubscription } from '#web/admin/admin.queries.ts';
import { toggledStatus } from '#web/admin/user-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatCount } from '#web/ui/format-number.ts';

interface Props {
  user: AdminUser;
  onClose: () => void;
}

const Name = ({ children }: { children: ReactNode }) => <strong className="text-ink">{children}</strong>;

export function ToggleSubscriptionDialog({ user, onClose }: Props) {
  const toggle = useToggleSubscription(user);
  const confirm = {
    busy: toggle.isPending,
    onConfirm: () => toggle.mutate(undefined, { onSuccess: onClose }),
    onCancel: onClose,
  };
  if (toggledStatus(user) === 'paid') {
    return (
      <ConfirmDialog
        title="¿Activar suscripción?"
        confirmLabel="Sí, activar"
        busyLabel="Activando..."
        harmless
        {...confirm}
      >
        <p>
          <Name>{user.name}</Name> tendrá el Plan Profesional desde ahora, sin fecha de término y sin pagar.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title="¿Terminar suscripción?" confirmLabel="Sí, terminar" busyLabel="Terminando..." {...confirm}>
      <p>
        La suscripción de <Name>{user.name}</Name> terminará de inmediato, aunque su período pagado no haya vencido.
      </p>
      <p>
        Su cuenta quedará en la prueba gratuita, de {formatCount(FREE_PATIENT_LIMIT, 'paciente', 'pacientes')} como
        máximo. Sus datos no se borran.
      </p>
    </ConfirmDialog>
  );
}

export function ResetPasswordDialog({ user, onClose }: Props) {
  const reset = useResetPassword(user);
  return (
    <ConfirmDialog
      title="¿Restablecer contraseña?"
      confirmLabel="Sí, restablecer"
      busyLabel="Restableciendo..."
      busy={reset.isPending}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        La contraseña de <Name>{user.name}</Name> pasará a ser su RUT, sin puntos y con guion:{' '}
        <Name>
          <span className="tabular-nums">{user.rut}</span>
        </Name>
      </p>
      <p>
        Se cerrarán todas sus sesiones. La contraseña sirve para entrar una vez, durante 24 horas, y al entrar deberá
        elegir una nueva. Verá quién la restableció.
      </p>
      <p>
        Hazlo cuando la persona pueda entrar enseguida: hasta que elija otra, quien conozca su RUT y su correo podría
        entrar en su lugar.
      </p>
    </ConfirmDialog>
  );
}

export function DeleteUserDialog({ user, onClose }: Props) {
  const remove = useDeleteUser(user);
  return (
    <ConfirmDialog
      title="¿Eliminar usuario?"
      confirmLabel="Sí, eliminar usuario"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {user.role === 'assistant' ? <AssistantDeletion user={user} /> : <ProfessionalDeletion user={user} />}
    </ConfirmDialog>
  );
}

const ProfessionalDeletion = ({ user }: Pick<Props, 'user'>) => (
  <>
    <p>
      La cuenta de <Name>{user.name}</Name> ({user.email}) se cerrará de inmediato. A los {CLOSED_ACCOUNT_DAYS} días se
      borrarán todos sus datos: pacientes, citas, notas clínicas, certificados, firma y pagos.
    </p>
    <p>
      También se borrará lo finalizado y lo que está en custodia legal. De sus documentos impresos quedan el tipo, el
      folio, la fecha y las huellas, sin nombres: quien los verifique verá «emisor dado de baja».
    </p>
    {user.patientCount > 0 && <p>Hoy tiene {formatCount(user.patientCount, 'paciente', 'pacientes')}.</p>}
    <p>
      Su contenido clínico es de su profesional, que puede exportarlo en Configuración, con «Exportar mi cuenta»,
      mientras la cuenta siga abierta. Pídele que lo haga antes: quien administra no puede exportarlo.
    </p>
    <p>Durante esos {CLOSED_ACCOUNT_DAYS} días puedes restaurarla en esta página. Después no se puede deshacer.</p>
  </>
);

/** The data of patients belongs to the professionals. */
const AssistantDeletion = ({ user }: Pick<Props, 'user'>) => (
  <>
    <p>
      La cuenta de <Name>{user.name}</Name> ({user.email}) se cerrará de inmediato, y terminará su acceso a todas las
      consultas donde trabaja. A los {CLOSED_ACCOUNT_DAYS} días se borrará.
    </p>
    <p>
      No se borra nada de los pacientes. Lo que hizo queda, con su nombre, en el registro de accesos de cada
      profesional.
    </p>
    <p>
      Durante esos {CLOSED_ACCOUNT_DAYS} días puedes restaurarla en esta página. Para que vuelva a trabajar, cada
      profesional la invita de nuevo.
    </p>
  </>
);
