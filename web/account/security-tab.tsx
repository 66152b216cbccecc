import { PasswordForm } from '#web/account/password-form.tsx';
import { Card } from '#web/ui/card.tsx';

export function SecurityTab() {
  return (
    <Card title="Cambiar contraseña">
      <div className="max-w-md">
        <PasswordForm />
      </div>
    </Card>
  );
}
