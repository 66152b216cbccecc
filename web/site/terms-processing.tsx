import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import type { LegalSection } from '#web/site/legal-page.tsx';

export const PROCESSING_TERMS: LegalSection[] = [
  {
    id: 'encargo-de-tratamiento',
    title: 'Encargo de tratamiento de datos',
    body: (
      <>
        <p>
          Esta sección es el contrato entre tú, <strong>responsable</strong> de los datos de tus pacientes, y nosotros,{' '}
          <strong>encargado</strong> de tratarlos por tu cuenta. Contiene lo que pide el artículo 15 bis de la Ley
          19.628, en el texto de la Ley 21.719.
        </p>
        <h3>Objeto y finalidad</h3>
        <p>
          Guardar, mostrar, imprimir y permitir verificar los registros que creas, y enviar a tus pacientes los mensajes
          sobre sus citas que actives, con el único fin de prestarte el servicio. No usamos los datos de tus pacientes
          para publicidad ni para entrenar sistemas automáticos, y no los cedemos ni vendemos.
        </p>
        <h3>Duración</h3>
        <p>Mientras tengas una cuenta y hasta que los datos se devuelvan o supriman como se indica más abajo.</p>
        <h3>Tipo de datos</h3>
        <p>
          Identificación y contacto (nombre, RUT, fecha de nacimiento, sexo, dirección, teléfono, correo, contacto de
          emergencia), citas, reservas y las respuestas a sus recordatorios, y datos sensibles de salud: alergias,
          alertas, notas, preferencias, motivos de consulta, anamnesis, diagnósticos, indicaciones, recetas y
          certificados.
        </p>
        <h3>Categorías de titulares</h3>
        <p>
          Tus pacientes, incluidos niños, niñas y adolescentes, las personas que ellos indican como contacto y quienes
          reservan una hora contigo en línea.
        </p>
        <h3>Nuestras obligaciones</h3>
        <ul>
          <li>Tratar los datos solo según tus instrucciones, que das al usar el servicio o por escrito.</li>
          <li>Guardar confidencialidad, también después de terminado el contrato.</li>
          <li>
            Mantener las medidas de seguridad descritas en la{' '}
            <Link to={`${PATHS.privacy}#seguridad`}>Política de privacidad</Link>.
          </li>
          <li>
            Avisarte sin dilaciones indebidas de una vulneración de seguridad que afecte tus datos, con lo que necesitas
            para informar a la Agencia y a las personas afectadas.
          </li>
          <li>Ayudarte a responder las solicitudes de tus pacientes sobre sus derechos.</li>
          <li>Darte la información que demuestre el cumplimiento de este encargo.</li>
        </ul>
        <h3>Tus derechos y obligaciones</h3>
        <ul>
          <li>Contar con una base legal para tratar los datos e informar a tus pacientes.</li>
          <li>
            Cumplir las reglas especiales sobre niños, niñas y adolescentes, y obtener la autorización de quien los
            representa cuando la ley la pide.
          </li>
          <li>Responder las solicitudes de tus pacientes: tú eres su contraparte.</li>
          <li>Darnos instrucciones y pedirnos cuentas de cómo tratamos los datos.</li>
        </ul>
        <h3>Subencargados</h3>
        <p>
          No encargamos a otro el tratamiento de los datos de tus pacientes sin tu autorización específica y por
          escrito. Mercado Pago procesa tu pago y no recibe datos de tus pacientes.
        </p>
        <h3>Devolución y supresión al término</h3>
        <p>
          Antes de cerrar tu cuenta puedes descargarla completa en Configuración, con «Exportar mi cuenta»: documentos
          en PDF y registros en un formato electrónico estructurado y de uso común. Al cerrarla se elimina todo su
          contenido, incluidos los documentos finalizados, salvo lo que una ley nos obligue a conservar. El deber de
          custodia de 15 años es tuyo: no cierres la cuenta sin tener tu copia.
        </p>
        <p>
          Si eliminas a un paciente sin cerrar la cuenta, sus datos desaparecen de la aplicación, pero sus notas y
          certificados finalizados quedan en custodia por 15 años desde el último registro, y puedes exportarlos en
          Configuración.
        </p>
      </>
    ),
  },
];
