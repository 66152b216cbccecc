import type { LegalSection } from '#web/site/legal-page.tsx';

export const PROTECTION_PRIVACY: LegalSection[] = [
  {
    id: 'seguridad',
    title: 'Cómo protegemos los datos',
    body: (
      <>
        <ul>
          <li>
            <strong>Cifrado en reposo.</strong> Todo el texto clínico, los documentos finalizados, las alergias,
            alertas, notas y preferencias, los datos de contacto y la imagen de la firma se guardan cifrados con
            AES-256-GCM; las claves están fuera de la base de datos. El nombre, el RUT y las fechas no llevan ese
            cifrado, para poder buscar y ordenar.
          </li>
          <li>
            <strong>Separación por profesional.</strong> La propia base de datos impide que una cuenta lea registros de
            otra.
          </li>
          <li>
            <strong>Secretaría sin acceso clínico.</strong> Quien atiende la recepción de un profesional entra con su
            propia cuenta. Ve la agenda, y la identificación y el contacto de los pacientes; la base de datos le impide
            leer fichas, alergias, notas y documentos. El profesional puede terminar ese acceso en cualquier momento.
          </li>
          <li>
            <strong>Contraseñas</strong> protegidas con Argon2id. Las sesiones se cierran solas tras 30 días sin uso, y
            al cambiar la contraseña se cierran las demás.
          </li>
          <li>
            <strong>Documentos inalterables.</strong> La base de datos rechaza cambios a una nota o certificado
            finalizado, y su huella SHA-256 permite comprobarlo.
          </li>
          <li>
            <strong>Auditoría.</strong> Cada acción relevante queda en un registro que solo admite agregar, sin
            contenido clínico.
          </li>
          <li>
            <strong>Administración sin acceso clínico.</strong> Las cuentas de administración ven datos de las cuentas
            de profesionales, cantidades y pagos, nunca fichas ni documentos de pacientes.
          </li>
        </ul>
        <p>
          Ningún sistema es infalible. Tu parte es usar una contraseña única y cerrar la sesión en equipos compartidos.
        </p>
      </>
    ),
  },
  {
    id: 'vulneraciones',
    title: 'Si ocurre una vulneración de seguridad',
    body: (
      <p>
        Si afecta datos de pacientes, avisaremos sin dilaciones indebidas al profesional responsable, con la información
        que necesita para comunicarlo a la Agencia de Protección de Datos Personales y, por tratarse de datos sensibles,
        a cada persona afectada. Si afecta datos de la cuenta, haremos nosotros esas comunicaciones cuando la ley las
        exige. Llevamos registro de cada caso.
      </p>
    ),
  },
  {
    id: 'plazos',
    title: 'Cuánto tiempo los conservamos',
    body: (
      <ul>
        <li>
          <strong>Ficha clínica:</strong> al menos 15 años desde el último registro (Ley 20.584). Si el profesional
          elimina a un paciente, sus notas y certificados finalizados quedan en custodia ese tiempo: no aparecen en la
          aplicación y solo ese profesional puede exportarlos. Lo demás se elimina.
        </li>
        <li>
          <strong>Borradores, citas y plantillas:</strong> hasta que el profesional los elimina o cierra su cuenta.
        </li>
        <li>
          <strong>Reservas en línea:</strong> lo que escribió quien reservó se borra siete días después de que la
          reserva termina sin cita, o tres días después de la cita. Una reserva aceptada pasa a ser una cita del
          paciente, y quien era nuevo tiene desde entonces una ficha. Los datos de la lista de espera se borran tres
          días después del último día pedido.
        </li>
        <li>
          <strong>Documentos enviados con un enlace y solicitudes de derechos:</strong> el enlace termina a los 7, 30 o
          90 días; el registro de lo enviado, de sus aperturas y de las solicitudes queda en la cuenta del profesional.
        </li>
        <li>
          <strong>Datos de la cuenta:</strong> mientras la cuenta exista. Al cerrarla quedan siete días fuera del
          alcance de todos, por si fue un error, y luego se elimina todo su contenido, también las fichas, de las que el
          profesional debe guardar copia para cumplir su deber de custodia.
        </li>
        <li>
          <strong>Cobros y pagos de pacientes:</strong> mientras exista la cuenta del profesional, también si elimina al
          paciente. No se borran: un error se anula y queda a la vista.
        </li>
        <li>
          <strong>Pagos de la suscripción:</strong> mientras exista la cuenta, y después solo lo que la ley tributaria
          obligue a conservar.
        </li>
        <li>
          <strong>Documentos enviados para recuperar la contraseña:</strong> solo mientras dura la verificación.
        </li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies y almacenamiento en tu navegador',
    body: (
      <>
        <p>
          Ficha Austral no usa cookies, ni propias ni de terceros, ni herramientas de seguimiento. En el almacenamiento
          local de tu navegador guarda solo:
        </p>
        <ul>
          <li>
            <code>accessToken</code> y <code>refreshToken</code>, que mantienen tu sesión y se borran al cerrarla;
          </li>
          <li>
            tus preferencias de pantalla, como el tema claro u oscuro y las partes que dejas plegadas, y si ya te
            ofrecimos una llave de acceso.
          </li>
        </ul>
        <p>
          Las páginas donde se reserva una hora o se ejerce un derecho conservan lo que escribes en el almacenamiento de
          la pestaña, hasta que lo envías o la cierras. La de documentos mantiene su lista abierta en la pestaña por 15
          minutos. Con una cuenta, la pestaña conserva también lo que aún no guardas, hasta que cierras la sesión.
        </p>
        <p>
          Cuando entras a tu cuenta, el navegador guarda además los archivos del programa, iguales para todos, para
          abrirlo sin conexión. No contienen datos tuyos ni de pacientes.
        </p>
        <p>Al pagar pasas al sitio de Mercado Pago, que tiene sus propias reglas sobre cookies.</p>
      </>
    ),
  },
  {
    id: 'decisiones-automatizadas',
    title: 'Decisiones automatizadas',
    body: (
      <p>
        No tomamos decisiones automatizadas que produzcan efectos sobre las personas ni elaboramos perfiles. Los límites
        de cada plan son reglas fijas y públicas.
      </p>
    ),
  },
];
