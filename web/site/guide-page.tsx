import type { ReactNode } from 'react';
import { FREE_PATIENT_LIMIT } from '#contract/plans';
import { ASSISTANTS_ADDRESS, BOOKING_SETTINGS_ADDRESS, PATHS, PAYMENT_ACCOUNT_ADDRESS } from '#web/platform/paths.ts';
import note from '#web/site/pictures/clinical-note.webp';
import noteInDark from '#web/site/pictures/clinical-note-dark.webp';
import appointment from '#web/site/pictures/new-appointment.webp';
import appointmentInDark from '#web/site/pictures/new-appointment-dark.webp';
import patient from '#web/site/pictures/new-patient.webp';
import patientInDark from '#web/site/pictures/new-patient-dark.webp';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Step {
  title: string;
  body: ReactNode;
  picture?: { light: string; dark: string; alt: string };
}

const STEPS: Step[] = [
  {
    title: 'Crea tu cuenta',
    body: (
      <>
        <p>
          <Link to={PATHS.register} className={TEXT_LINK_CLASS}>
            Regístrate
          </Link>{' '}
          con tu nombre, RUT, correo, profesión y región. La región define la zona horaria de tu agenda. La Prueba
          Gratuita sirve para recorrer todo con {FREE_PATIENT_LIMIT} paciente.
        </p>
        <p>Tu nombre, RUT y RNPI aparecen en lo que imprimes: revísalos antes de empezar.</p>
      </>
    ),
  },
  {
    title: 'Agrega tu primer paciente',
    body: (
      <>
        <p>
          En <strong>Pacientes</strong>, elige <strong>Nuevo Paciente</strong>. Solo el nombre, el RUT y la fecha de
          nacimiento son obligatorios. Si el dígito verificador no coincide, te avisamos bajo el campo.
        </p>
        <p>
          Las alergias, alertas y preferencias que anotes quedan a la vista cada vez que abras la ficha. Busca después
          por cualquier parte del nombre o del RUT.
        </p>
      </>
    ),
    picture: { light: patient, dark: patientInDark, alt: 'El formulario Nuevo Paciente con nombre, RUT y edad' },
  },
  {
    title: 'Agenda la primera cita',
    body: (
      <>
        <p>
          En <strong>Agenda</strong>, elige <strong>Nueva Cita</strong>, busca al paciente y escoge hora y duración. Dos
          citas no pueden ocupar el mismo horario.
        </p>
        <p>Con un doble clic sobre la cita abres la ficha del paciente.</p>
      </>
    ),
    picture: { light: appointment, dark: appointmentInDark, alt: 'El formulario Nueva Cita sobre la agenda del día' },
  },
  {
    title: 'Escribe la primera nota',
    body: (
      <>
        <p>
          En la ficha, elige <strong>Agregar Atención</strong>. Lo que escribes se guarda solo como borrador. Los
          diagnósticos pueden ser libres o del CIE-10: se buscan por código, por palabras o por abreviaturas.
        </p>
        <p>
          Cuando esté lista, <strong>Guardar Permanentemente</strong> pregunta antes de cerrarla para siempre. Desde
          entonces no se puede cambiar, y por eso se puede verificar. Lo que falte se escribe después en una adenda, con{' '}
          <strong>Agregar adenda</strong> bajo la nota.
        </p>
      </>
    ),
    picture: { light: note, dark: noteInDark, alt: 'El editor de una nota clínica en borrador' },
  },
  {
    title: 'Imprime y entrega',
    body: (
      <>
        <p>
          De una nota finalizada imprimes la atención, los planes e indicaciones, o las recetas. Los certificados se
          crean con <strong>Nuevo Certificado</strong> y pueden partir de una plantilla tuya.
        </p>
        <p>
          Cada PDF lleva un código. Con él, cualquiera comprueba en la{' '}
          <Link to={PATHS.verify} className={TEXT_LINK_CLASS}>
            página de verificación
          </Link>{' '}
          que es auténtico, sin ver el diagnóstico.
        </p>
      </>
    ),
  },
  {
    title: 'Recibe reservas en línea',
    body: (
      <>
        <p>
          Tus pacientes pueden pedir hora sin llamarte. En la configuración de la agenda, indica tu{' '}
          <strong>horario de atención</strong>, crea al menos un <strong>servicio</strong> y activa{' '}
          <Link to={BOOKING_SETTINGS_ADDRESS} className={TEXT_LINK_CLASS}>
            Reserva en línea
          </Link>
          . Mientras eliges las reglas ves qué horas se ofrecerían.
        </p>
        <p>
          Decides si las reservas se agendan solas o si las revisas tú en <strong>Reservas en línea</strong>. Comparte
          tu página con un enlace o con su código QR. Para quien no encuentre una hora hay una lista de espera.
        </p>
      </>
    ),
  },
  {
    title: 'Anota lo que cobras',
    body: (
      <>
        <p>
          Con <strong>Cobrar</strong>, en una cita atendida o en la ficha, anotas el cobro y cómo te pagaron: todo, una
          parte o nada todavía. En <strong>Cobros</strong> ves lo pagado y lo pendiente, recuerdas un pago por correo o
          WhatsApp y descargas el mes para tu contabilidad. Un error se anula con un motivo: nada se borra.
        </p>
        <p>
          La boleta de honorarios la emites en el SII; aquí anotas su número. El comprobante en PDF le sirve a tu
          paciente para pedir un reembolso.
        </p>
        <p>
          También puedes pedir un <strong>abono</strong> al reservar en línea: conecta tu cuenta en{' '}
          <Link to={PAYMENT_ACCOUNT_ADDRESS} className={TEXT_LINK_CLASS}>
            Pagos de pacientes con Mercado Pago
          </Link>{' '}
          y elige el monto en cada servicio. El dinero llega directo a tu cuenta.
        </p>
      </>
    ),
  },
  {
    title: 'Suma a tu secretaría',
    body: (
      <>
        <p>
          Si otra persona lleva tu agenda, no le des tu contraseña: invítala en{' '}
          <Link to={ASSISTANTS_ADDRESS} className={TEXT_LINK_CLASS}>
            Secretaría
          </Link>
          . Entra con su propia cuenta, y lo que hace queda con su nombre. La misma persona puede trabajar con varios
          profesionales.
        </p>
        <p>
          Ve tu agenda, con la nota de cada cita, los recordatorios, las reservas y los datos de contacto de tus
          pacientes. Tú decides si puede editar pacientes y si puede cobrar. Nunca ve fichas clínicas, alergias, notas
          clínicas ni documentos, y puedes terminar su acceso cuando quieras.
        </p>
      </>
    ),
  },
  {
    title: 'Instálala en el teléfono o el computador',
    body: (
      <>
        <p>
          Ficha Austral se puede abrir desde su propio ícono. En Chrome o Edge, entra a tu cuenta y elige{' '}
          <strong>Instalar aplicación</strong> en <strong>Configuración de Cuenta</strong> o en el menú del navegador.
          En un iPhone o iPad, abre tu cuenta en Safari y elige <strong>Compartir</strong> y{' '}
          <strong>Agregar a inicio</strong>. Si mantienes presionado el ícono puedes ir directo a la agenda o a un
          paciente nuevo.
        </p>
        <p>
          Las fichas no se guardan en el equipo: sin conexión la aplicación abre y lo avisa, y lo que estabas
          escribiendo se conserva hasta que vuelva. Cuando hay una versión nueva te la ofrecemos, y tú decides cuándo
          cargarla.
        </p>
      </>
    ),
  },
  {
    title: 'Deja tu cuenta lista',
    body: (
      <p>
        En <strong>Configuración de Cuenta</strong> subes la imagen de tu firma, activas la verificación en dos pasos y
        eliges tu plan. En su pestaña Seguridad puedes agregar una llave de acceso: desde entonces entras con tu huella,
        tu rostro o el PIN de tu dispositivo, y tu contraseña sigue sirviendo. Si algo no resulta, escríbenos desde{' '}
        <Link to={PATHS.support} className={TEXT_LINK_CLASS}>
          Soporte
        </Link>
        .
      </p>
    ),
  },
];

/** 'Primeros pasos'. The pictures are made by `npm run screenshots`. */
export function GuidePage() {
  return (
    <PublicFrame className={`${PUBLIC_WIDTH_CLASS} pt-10 pb-20 lg:pt-14 lg:pb-28`}>
      <h1 className="text-title lg:text-display">Primeros pasos</h1>
      <p className="mt-4 max-w-[64ch] text-lg text-muted leading-relaxed">
        De la cuenta nueva al primer documento impreso. Las imágenes muestran datos inventados.
      </p>
      <ol className="mt-10 space-y-14">
        {STEPS.map((step, index) => (
          <GuideStep key={step.title} number={index + 1} {...step} />
        ))}
      </ol>
    </PublicFrame>
  );
}

function GuideStep({ number, title, body, picture }: Step & { number: number }) {
  return (
    <li className="grid gap-x-12 gap-y-5 lg:grid-cols-[1fr_1.4fr]">
      <div>
        <h2 className="text-2xl">
          <span className="text-austral-600">{number}.</span> {title}
        </h2>
        <div className="mt-3 max-w-[60ch] space-y-3 leading-relaxed">{body}</div>
      </div>
      {picture && (
        <div>
          <GuidePicture src={picture.light} alt={picture.alt} className="dark:hidden" />
          <GuidePicture src={picture.dark} alt={picture.alt} className="hidden dark:block" />
        </div>
      )}
    </li>
  );
}

/** A lazy picture of the other theme is hidden, and so it is not loaded. */
const GuidePicture = ({ src, alt, className }: { src: string; alt: string; className: string }) => (
  <img
    src={src}
    alt={alt}
    width={1120}
    height={700}
    loading="lazy"
    className={`h-auto w-full rounded-card border border-line ${className}`}
  />
);
