import { FREE_PATIENT_LIMIT, formatPesos, MONTHLY_PRICE } from '#contract/plans';
import { PATHS } from '#web/platform/paths.ts';
import { HeroDocument } from '#web/site/hero-document.tsx';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

const FREE_PATIENTS = FREE_PATIENT_LIMIT === 1 ? 'un paciente' : `${FREE_PATIENT_LIMIT} pacientes`;

export function Hero() {
  return (
    <section
      aria-labelledby="promesa"
      className={`${PUBLIC_WIDTH_CLASS} grid items-center gap-x-14 gap-y-12 pt-10 pb-14 lg:grid-cols-[1.04fr_1fr] lg:pt-16 lg:pb-20`}
    >
      <div>
        <p className="inline-block rounded-full bg-austral-50 px-3 py-1 font-semibold text-austral-700 text-sm">
          Para profesionales de la salud en Chile
        </p>
        <h1 id="promesa" className="mt-5 text-4xl lg:text-hero">
          <span className="block">Tu consulta al día. </span>
          <span className="block">Cada atención, verificable.</span>
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted leading-relaxed lg:text-xl lg:leading-relaxed">
          Agenda, ficha clínica, recetas y certificados en un solo lugar. Lo que finalizas queda cerrado, sellado y
          listo para imprimir con validez.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to={PATHS.register} className={buttonClass({ size: 'lg' })}>
            Crear cuenta gratis
          </Link>
          <a href="#planes" className={buttonClass({ look: 'secondary', size: 'lg' })}>
            Ver planes
          </a>
        </div>
        <p className="mt-5 text-muted text-sm tabular-nums">
          Gratis con {FREE_PATIENTS}. Luego {formatPesos(MONTHLY_PRICE)} CLP al mes.
        </p>
      </div>
      <HeroDocument />
    </section>
  );
}
