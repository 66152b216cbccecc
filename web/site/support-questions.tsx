import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { FREE_PATIENT_LIMIT } from '#contract/plans';
import { PAYMENTS_MAILBOX } from '#web/platform/mailboxes.ts';
import { ASSISTANTS_ADDRESS, PAYMENT_ACCOUNT_ADDRESS } from '#web/platform/paths.ts';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Question {
  ask: string;
  answer: ReactNode;
}

const QUESTIONS: Question[] = [
  {
    ask: '¿Puedo corregir una nota o un certificado ya finalizado?',
    answer:
      'No. Finalizar lo cierra para siempre, y por eso es verificable. Si a una nota le falta algo o tiene un error, ábrela y elige «Agregar adenda»: queda bajo la nota, con su fecha y su autor, y se imprime con ella. Un certificado se aclara con un certificado nuevo; en el historial quedan los dos.',
  },
  {
    ask: '¿Qué validez tiene el PDF?',
    answer:
      'Es un documento fechado, con sello de integridad y firma electrónica simple (Ley 19.799), que cualquiera puede comprobar con su código. No lleva firma electrónica avanzada. Solo puedes imprimir lo que has finalizado.',
  },
  {
    ask: '¿Cómo comprueba otra persona que mi documento es auténtico?',
    answer:
      'Con el código impreso en el PDF abre la página de verificación, sin crear una cuenta. Verá el tipo de documento, cuándo se finalizó, tu nombre, si tu identidad fue verificada, la huella y las iniciales del paciente. Nunca el diagnóstico.',
  },
  {
    ask: '¿Puedo emitir licencias médicas?',
    answer:
      'No. Las licencias se emiten en el sistema oficial de licencia médica. Un certificado de Ficha Austral no es una licencia. Lo que sí tienes es el registro clínico de la atención que la respalda.',
  },
  {
    ask: '¿Sirve la receta en la farmacia?',
    answer:
      'Imprímela y fírmala de puño y letra: así es una receta gráfica. La imagen de tu firma no reemplaza la firma manuscrita ni es firma electrónica avanzada. No sirve para medicamentos que exigen receta retenida o receta cheque.',
  },
  {
    ask: '¿Qué puedo hacer con la Prueba Gratuita?',
    answer: `Usar la agenda y la ficha con ${FREE_PATIENT_LIMIT} paciente como máximo. Para agregar más necesitas el plan Profesional o el Anual.`,
  },
  {
    ask: '¿La suscripción se renueva sola?',
    answer:
      'No. Cada pago cubre un mes o un año. Cuando quedan 7 días o menos verás un aviso en Configuración de Cuenta, y desde ahí puedes renovar con Mercado Pago.',
  },
  {
    ask: '¿Cómo cancelo, y qué pasa con mis fichas?',
    answer: (
      <>
        Escribe a <MailboxLink to={PAYMENTS_MAILBOX} subject="Cancelación de suscripción" /> desde tu correo registrado.
        Conservas el acceso hasta el fin del período pagado. Después siempre puedes leer e imprimir lo que ya tienes,
        pero no crear ni modificar registros clínicos si tienes más de {FREE_PATIENT_LIMIT} paciente.
      </>
    ),
  },
  {
    ask: '¿Qué ocurre si elimino a un paciente?',
    answer:
      'Desaparece de la aplicación y no se puede deshacer. Sus notas y certificados finalizados quedan en custodia por 15 años desde el último registro, como pide la Ley 20.584: no aparecen en la aplicación, y tú puedes exportarlos en Configuración, «Fichas en custodia». Lo demás se elimina.',
  },
  {
    ask: '¿Puedo corregir o borrar un cobro o un pago?',
    answer:
      'Un cobro sin pagos se puede corregir. Lo demás se anula, con un motivo: queda a la vista quién lo anuló y cuándo, y deja de sumar. Nada se borra. Si anulas un pago, los comprobantes que lo muestran quedan anulados, y la página de verificación lo dice.',
  },
  {
    ask: '¿Ficha Austral emite la boleta de honorarios?',
    answer:
      'No. La boleta se emite en el sitio del SII. En el cobro anotas su número, que aparece en el comprobante y en el archivo para tu contabilidad.',
  },
  {
    ask: '¿Cómo recibo abonos al reservar en línea, y cómo se devuelven?',
    answer: (
      <>
        En la configuración de la agenda,{' '}
        <Link to={PAYMENT_ACCOUNT_ADDRESS} className={TEXT_LINK_CLASS}>
          conecta tu propia cuenta de Mercado Pago
        </Link>{' '}
        y elige el abono de cada servicio. La hora se guarda hasta 60 minutos mientras el paciente paga. Si la cancela
        dentro del plazo que das, o si rechazas la solicitud, el abono se devuelve solo. Si cancelas tú una hora ya
        agendada, lo devuelves con un botón. Si el pago llega cuando la hora ya no está libre, el paciente elige otra o
        pide la devolución.
      </>
    ),
  },
  {
    ask: '¿Cómo le doy acceso a mi secretaria o secretario?',
    answer: (
      <>
        Sin compartir tu contraseña. En{' '}
        <Link to={ASSISTANTS_ADDRESS} className={TEXT_LINK_CLASS}>
          Configuración de Cuenta, «Secretaría»
        </Link>
        , invitas a la persona con su correo y ella crea su propia cuenta. Ve tu agenda y los datos de contacto de tus
        pacientes, nunca la ficha clínica. Puedes terminar su acceso en cualquier momento. La Prueba Gratuita incluye
        una persona.
      </>
    ),
  },
  {
    ask: '¿Quién puede ver lo que escribo?',
    answer:
      'En la aplicación, la ficha clínica solo la ves tú, con tu cuenta. Si invitas a una persona a tu secretaría, ella ve tu agenda, con la nota de cada cita, los datos de contacto y, si se lo permites, los cobros. El texto clínico se guarda cifrado, las demás cuentas no tienen acceso y las cuentas de administración ven cantidades y pagos, nunca contenido clínico.',
  },
];

export function SupportQuestions() {
  return (
    <section aria-labelledby="preguntas" className="mt-14">
      <h2 id="preguntas" className="text-2xl">
        Preguntas frecuentes
      </h2>
      <div className="mt-6 divide-y divide-line rounded-card border border-line bg-surface shadow-lift">
        {QUESTIONS.map((question) => (
          <Entry key={question.ask} {...question} />
        ))}
      </div>
    </section>
  );
}

function Entry({ ask, answer }: Question) {
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-4 font-semibold hover:bg-austral-50 sm:px-6 [&::-webkit-details-marker]:hidden">
        {ask}
        <ChevronDown
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <p className="max-w-[75ch] px-5 pb-5 text-muted leading-relaxed sm:px-6">{answer}</p>
    </details>
  );
}
