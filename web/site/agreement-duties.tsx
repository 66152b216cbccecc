import { LEGAL_TEXTS } from '#web/platform/legal-texts.ts';
import { PATHS } from '#web/platform/paths.ts';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { Link } from '#web/ui/navigation.tsx';

/** What each side does, and what happens at the end. */
export const AGREEMENT_DUTIES: LegalSection[] = [
  {
    id: 'nuestras-obligaciones',
    title: 'Nuestras obligaciones',
    body: (
      <ul>
        <li>
          Tratar los datos solo según tus instrucciones, que das al usar el servicio o por escrito. Si una nos parece
          contraria a la ley, te lo diremos.
        </li>
        <li>
          Guardar secreto, también después de terminado el contrato, y exigirlo a quienes trabajan con nosotros. Las
          cuentas de administración no ven fichas ni documentos.
        </li>
        <li>
          Ayudarte a responder las solicitudes de tus pacientes sobre sus derechos, y hacerte llegar las que recibamos.
        </li>
        <li>Ayudarte con lo que sepamos del servicio si debes evaluar el impacto de tu tratamiento.</li>
        <li>Darte la información que demuestre que cumplimos este contrato.</li>
        <li>
          Avisarte, si la ley lo permite, cuando un tribunal o un organismo público nos pida datos de tus pacientes.
        </li>
      </ul>
    ),
  },
  {
    id: 'tus-derechos-y-obligaciones',
    title: 'Tus derechos y obligaciones',
    body: (
      <ul>
        <li>Darnos instrucciones y pedirnos cuentas de cómo tratamos los datos.</li>
        <li>Obtener en cualquier momento una copia completa de tus registros.</li>
        <li>Tener una base legal para tratar los datos, e informar a tus pacientes.</li>
        <li>
          Cumplir las reglas especiales sobre niños, niñas y adolescentes, y obtener la autorización de quien los
          representa cuando la ley la pide.
        </li>
        <li>Responder las solicitudes de tus pacientes: tú eres su contraparte.</li>
        <li>Cuidar tu contraseña y tus equipos, y avisarnos si crees que otra persona entró a tu cuenta.</li>
        <li>Conservar las fichas 15 años desde el último registro: ese deber de custodia es tuyo.</li>
      </ul>
    ),
  },
  {
    id: 'subencargados',
    title: 'Subencargados',
    body: (
      <>
        <p>
          No encargamos a otro el tratamiento de los datos de tus pacientes sin tu autorización específica y por
          escrito. Al aceptar esta versión autorizas a los que se nombran aquí, y a ningún otro. Antes de incorporar o
          cambiar uno te pediremos autorización.
        </p>
        <p className="wrap-anywhere rounded-control bg-austral-50 px-4 py-3">
          Subencargados de esta instalación: <strong>{LEGAL_TEXTS.subprocessors}</strong>
        </p>
        <p>
          Quien es autorizado asume estas mismas obligaciones, y nosotros respondemos ante ti por lo que haga. Mercado
          Pago procesa el pago de tu suscripción y para eso no recibe datos de tus pacientes. Si conectas tu propia
          cuenta de Mercado Pago para recibir abonos, el servicio lo contratas tú y actúa por tu cuenta, no por la
          nuestra: por tu instrucción le enviamos el monto, el correo y el RUT de quien paga y una referencia, sin su
          nombre ni el motivo de la visita, y preguntamos qué pasó con cada pago. WhatsApp recibe un mensaje solo cuando
          tú lo envías con tu propia cuenta.
        </p>
      </>
    ),
  },
  {
    id: 'seguridad',
    title: 'Medidas de seguridad',
    body: (
      <>
        <ul>
          <li>Cifrado en reposo del texto clínico, los documentos, los archivos y los datos de contacto.</li>
          <li>Separación de los registros de cada profesional, que impone la propia base de datos.</li>
          <li>Registro de accesos que solo admite agregar, con sellos que revelan un cambio.</li>
          <li>Contraseñas protegidas con Argon2id, verificación en dos pasos y cierre de sesiones.</li>
          <li>Documentos finalizados que no se pueden cambiar.</li>
          <li>
            Respaldos cifrados, si quien opera la instalación los activa, y copias que se pueden restaurar por completo.
          </li>
        </ul>
        <p>
          El detalle está en la <Link to={`${PATHS.privacy}#seguridad`}>Política de Privacidad</Link>. Podemos mejorar
          estas medidas, no reducirlas.
        </p>
      </>
    ),
  },
  {
    id: 'vulneraciones',
    title: 'Aviso de vulneraciones',
    body: (
      <>
        <p>
          Si una vulneración de seguridad afecta o puede afectar tus datos, te avisaremos sin dilaciones indebidas al
          correo de tu cuenta: qué ocurrió, desde cuándo, qué datos y a cuántas personas alcanza, qué hicimos y qué
          debes hacer tú. Completaremos el aviso cuando sepamos más, y llevamos un registro de cada caso.
        </p>
        <p>
          Con eso podrás informar a la Agencia de Protección de Datos Personales y, como son datos sensibles, avisar a
          cada paciente afectado, según el artículo 14 sexies de la Ley 19.628.
        </p>
      </>
    ),
  },
  {
    id: 'termino',
    title: 'Término: devolución y supresión',
    body: (
      <>
        <p>
          Antes de cerrar tu cuenta puedes descargarla completa en Configuración, con «Exportar mi cuenta»: documentos
          en PDF y registros en formatos electrónicos estructurados y de uso común.
        </p>
        <p>
          Al cerrarla, sus datos quedan siete días fuera del alcance de todos, por si fue un error, y luego se suprimen
          por completo, también los documentos finalizados. Queda lo que una ley nos obligue a conservar; el registro de
          accesos, sin nombres ni contenido; la huella de los documentos impresos, sin nombres, para que se puedan
          verificar; y las copias en respaldos anteriores hasta que estos caduquen.
        </p>
        <p>
          Si eliminas a un paciente sin cerrar la cuenta, sus notas y certificados finalizados quedan en custodia por 15
          años desde el último registro, y puedes exportarlos en Configuración.
        </p>
      </>
    ),
  },
  {
    id: 'aceptacion',
    title: 'Aceptación y versiones',
    body: (
      <>
        <p>
          Aceptas este contrato en tu cuenta, en Configuración. Guardamos qué versión aceptaste y cuándo, y lo ves allí
          mismo y en tu registro de accesos.
        </p>
        <p>
          Si el texto cambia, publicaremos aquí la versión nueva y te pediremos aceptarla. Mientras no lo hagas rige la
          última que aceptaste, y puedes seguir trabajando.
        </p>
      </>
    ),
  },
];
