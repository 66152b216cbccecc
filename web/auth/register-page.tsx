import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { RegistrationForm } from '#contract/auth';
import { useRegister } from '#web/auth/register.queries.ts';
import { RegisterFields } from '#web/auth/register-fields.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Link, useNavigate } from '#web/ui/navigation.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export function RegisterPage() {
  const navigate = useNavigate();
  const registration = useRegister();
  const form = useForm({ resolver: zodResolver(RegistrationForm) });
  const submit = form.handleSubmit(({ confirmPassword: _, ...account }) =>
    registration.mutate(account, {
      onSuccess: () => navigate(PATHS.login),
      onError: (error) => showServerErrors(form, error, 'name'),
    }),
  );

  return (
    <div className="mx-auto w-full max-w-2xl">
      <h1 className="text-title max-lg:text-center">Crear Cuenta</h1>
      <p className="mt-1.5 text-muted max-lg:text-center">Empieza gratis con tu primer paciente</p>
      <Form onSubmit={submit} busy={registration.isPending} className="mt-8">
        <RegisterFields form={form} />
        <Button type="submit" size="lg" className="mt-8 w-full">
          {registration.isPending ? 'Creando cuenta...' : 'Crear Cuenta'}
        </Button>
      </Form>
      <p className="mt-4 text-center text-muted text-sm">
        ¿Ya tienes cuenta?{' '}
        <Link to={PATHS.login} className={TALL_TEXT_LINK_CLASS}>
          Inicia sesión aquí
        </Link>
      </p>
    </div>
  );
}
