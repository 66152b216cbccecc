import { PATHS } from '#web/platform/paths.ts';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';
import { SouthernCross } from '#web/site/southern-cross.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

export function ClosingCall() {
  return (
    <section aria-labelledby="empieza-titulo" className={`${PUBLIC_WIDTH_CLASS} pb-16 lg:pb-24`}>
      <div className="relative overflow-hidden rounded-sheet bg-austral-700 px-6 py-12 text-white sm:px-12 lg:py-16 dark:bg-austral-100">
        <SouthernCross className="absolute top-1/2 right-6 hidden w-72 -translate-y-1/2 text-white/40 md:block" />
        <div className="relative max-w-[34rem]">
          <h2 id="empieza-titulo" className="text-heading lg:text-title">
            Empieza con tu próximo paciente
          </h2>
          <p className="mt-4 text-lg">
            Crear la cuenta es gratis: registra un paciente, escribe una atención y mira cómo queda su PDF.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link
              to={PATHS.register}
              className={`${buttonClass({ look: 'secondary', size: 'lg' })} dark:border-transparent dark:bg-austral-600 dark:text-on-austral dark:hover:bg-austral-700`}
            >
              Crear cuenta gratis
            </Link>
            <Link
              to={PATHS.login}
              className="inline-flex min-h-12 items-center justify-center rounded-control border border-white/60 px-6 font-semibold hover:bg-white/10"
            >
              Iniciar sesión
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
