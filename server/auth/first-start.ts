import type { Plan } from '#contract/plans';
import type { FirstAdmin } from './first-admin.ts';

interface Installation {
  publicUrl: string;
  defaultPlan: Plan['status'];
}

/** The last lines of a first start: what its operator does next. A password that was generated ends them. */
export function firstStartLines({ publicUrl, defaultPlan }: Installation, admin: FirstAdmin): string[] {
  const steps =
    defaultPlan === 'paid'
      ? [`  3. Cierra la sesión y crea tu cuenta, que ya tiene el Plan Profesional sin término: ${publicUrl}/register`]
      : [
          `  3. Cierra la sesión y crea tu cuenta de profesional: ${publicUrl}/register`,
          `  4. Desde la cuenta de administración, dale un plan con «Activar suscripción»: ${publicUrl}/dashboard/admin`,
          '     Con DEFAULT_PLAN=paid, las cuentas nuevas tienen un plan sin término y este paso sobra.',
        ];
  const lines = [
    'Primer inicio. Qué hacer ahora:',
    `  1. Inicia sesión con la cuenta de administración, ${admin.email}: ${publicUrl}/login`,
    `  2. Carga los diagnósticos CIE-10 con «Inicializar Base de Datos CIE-10»: ${publicUrl}/dashboard/system-scripts`,
    ...steps,
  ];
  if (admin.generatedPassword === undefined) return lines;
  return [...lines, `Administrator: ${admin.email}, password ${admin.generatedPassword} (it is not shown again)`];
}
