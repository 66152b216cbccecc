import { Check } from 'lucide-react';
import {
  ANNUAL_PRICE,
  ANNUAL_PRICE_PER_MONTH,
  ANNUAL_SAVING,
  ANNUAL_SAVING_PER_MONTH,
  FREE_PATIENT_LIMIT,
  formatMoney,
  formatPesos,
  MONTHLY_PRICE,
} from '#contract/plans';
import { PROFESSIONAL_CONTENTS } from '#web/billing/plan-contents.ts';
import { PATHS } from '#web/platform/paths.ts';
import { LandingSection } from '#web/site/landing-section.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

interface PlanCard {
  name: string;
  price: number;
  period: string;
  note: string;
  contents: readonly string[];
  action: string;
  best?: boolean;
}

const PLANS: PlanCard[] = [
  {
    name: 'Prueba Gratuita',
    price: 0,
    period: 'CLP',
    note: 'Sin tarjeta y sin fecha de término.',
    contents: [`${FREE_PATIENT_LIMIT} paciente como máximo`, 'Agenda básica', '1 ficha clínica', 'Funciones básicas'],
    action: 'Crear cuenta gratis',
  },
  {
    name: 'Profesional',
    price: MONTHLY_PRICE,
    period: 'CLP al mes',
    note: 'Pagas mes a mes, sin permanencia.',
    contents: PROFESSIONAL_CONTENTS,
    action: 'Elegir Profesional',
  },
  {
    name: 'Anual',
    price: ANNUAL_PRICE,
    period: 'CLP al año',
    note: `Equivale a ${formatPesos(ANNUAL_PRICE_PER_MONTH)} CLP al mes.`,
    contents: [
      'Todo lo del plan Profesional',
      `Ahorras ${formatPesos(ANNUAL_SAVING_PER_MONTH)} CLP al mes`,
      `Ahorras ${formatPesos(ANNUAL_SAVING)} CLP al año`,
      '2 meses gratis incluidos',
      'Soporte prioritario',
    ],
    action: 'Elegir Anual',
    best: true,
  },
];

export function Pricing() {
  return (
    <LandingSection
      id="planes"
      title="Planes y precios"
      intro="Crea tu cuenta gratis, conoce la ficha con un paciente y contrata cuando la necesites."
    >
      <ul className="grid items-stretch gap-5 lg:grid-cols-3">
        {PLANS.map((plan) => (
          <Plan key={plan.name} {...plan} />
        ))}
      </ul>
      <p className="mt-6 max-w-[80ch] text-muted text-sm">
        Precios en pesos chilenos. Pagas con Mercado Pago desde tu cuenta; al terminar un período pagado no hay cobros
        automáticos. La firma digital en recetas es la imagen de tu firma con un sello de integridad: no es firma
        electrónica avanzada.
      </p>
    </LandingSection>
  );
}

function Plan({ name, price, period, note, contents, action, best = false }: PlanCard) {
  return (
    <li
      className={`relative flex flex-col rounded-card border bg-surface p-6 shadow-lift lg:p-7 ${best ? 'border-2 border-austral-600' : 'border-line'}`}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{name}</h3>
        {best && (
          <span className="rounded-full bg-austral-600 px-3 py-1 font-semibold text-on-austral text-sm">
            Mejor valor
          </span>
        )}
      </div>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="font-bold text-figure tracking-tight">{formatMoney(price)}</span>
        <span className="text-muted">{period}</span>
      </p>
      <p className="mt-2 text-muted text-sm tabular-nums">{note}</p>
      <ul className="mt-6 mb-8 space-y-2.5 tabular-nums">
        {contents.map((item) => (
          <li key={item} className="flex gap-2.5">
            <Check className="mt-0.5 size-5 shrink-0 text-austral-600" aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <Link
        to={PATHS.register}
        className={`mt-auto ${buttonClass({ look: best ? 'primary' : 'secondary', size: 'lg' })}`}
      >
        {action}
      </Link>
    </li>
  );
}
