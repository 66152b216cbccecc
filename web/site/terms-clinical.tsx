import type { LegalSection } from '#web/site/legal-page.tsx';

export const CLINICAL_TERMS: LegalSection[] = [
  {
    id: 'responsabilidad-clinica',
    title: 'La responsabilidad clínica es tuya',
    body: (
      <>
        <p>
          Ficha Austral es una herramienta de registro. No diagnostica, no sugiere tratamientos y no revisa
          interacciones entre medicamentos. Las decisiones clínicas, y lo que escribes, son de tu exclusiva
          responsabilidad.
        </p>
        <p>
          Como prestador, tú eres responsable de la ficha clínica conforme a la Ley 20.584 y al Decreto 41/2012 del
          Ministerio de Salud. Eso incluye:
        </p>
        <ul>
          <li>registrar la atención en el acto o inmediatamente después, de forma clara y ordenada;</li>
          <li>
            cuidar que la ficha tenga el contenido mínimo que pide el Decreto 41/2012. Si un dato no tiene campo propio
            —por ejemplo previsión, ocupación o representante legal—, anótalo en el campo «Notas» del paciente;
          </li>
          <li>guardar el secreto y entregar la ficha solo a quienes la ley autoriza;</li>
          <li>conservarla al menos 15 años desde el último registro.</li>
        </ul>
        <p>
          Los códigos CIE-10 se ofrecen como ayuda para buscar. Comprueba que el código elegido corresponde al
          diagnóstico.
        </p>
      </>
    ),
  },
  {
    id: 'documentos',
    title: 'Qué es un documento finalizado, y qué no es',
    body: (
      <>
        <p>
          Una nota o un certificado es un borrador editable hasta que lo finalizas. Al finalizar se guarda una copia
          exacta del contenido, de los datos del paciente y de los tuyos, con fecha, hora y huella SHA-256. Desde
          entonces no puede modificarse. Lo que falte en una nota se agrega en una adenda, que se finaliza de la misma
          manera.
        </p>
        <p>
          El PDF lleva un sello de integridad y un código con el que cualquier persona puede comprobar que el documento
          existe y no fue alterado. La página de verificación muestra el tipo de documento, cuándo se finalizó, el
          profesional, la huella y las iniciales del paciente; no muestra su nombre ni su diagnóstico.
        </p>
        <p>
          La página dice aparte qué se sabe de tu identidad: que la declaraste tú, o que la administración te encontró
          en el registro de prestadores de la Superintendencia de Salud. Si cambias tu nombre, RUT, RNPI o profesión,
          hay que comprobarla de nuevo. Si tu cuenta se elimina, tus documentos siguen figurando como emitidos, sin
          nombres y con el emisor dado de baja.
        </p>
        <h3>Firma electrónica</h3>
        <p>
          Los documentos se emiten con <strong>firma electrónica simple</strong> en los términos de la Ley 19.799. La
          imagen de tu firma es solo una imagen: <strong>no es firma electrónica avanzada</strong> ni la reemplaza. El
          sello del PDF acredita integridad; no es una firma certificada por un prestador acreditado.
        </p>
        <h3>Certificados</h3>
        <p>
          Un certificado <strong>no es una licencia médica</strong> ni produce sus efectos. Ficha Austral no emite,
          tramita ni transmite licencias médicas.
        </p>
        <h3>Recetas</h3>
        <ul>
          <li>Prescribe solo lo que tu profesión te autoriza a prescribir.</li>
          <li>
            La receta en PDF está pensada para imprimirse: para su dispensación como receta gráfica debe llevar tu firma
            manuscrita. Una receta electrónica exige firma electrónica avanzada (Decreto 466/1984, artículo 38), que
            Ficha Austral no entrega.
          </li>
          <li>
            No sirve para estupefacientes ni psicotrópicos que requieren{' '}
            <strong>receta retenida o receta cheque</strong>.
          </li>
          <li>Ficha Austral no está conectada al Sistema Nacional de Receta Electrónica.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'ley-21746',
    title: 'Ley 21.746 sobre licencias médicas',
    body: (
      <>
        <p>
          La Ley 21.746 reforzó la fiscalización de las licencias médicas. La autoridad puede pedir los antecedentes
          clínicos que justifican una licencia, por lo que conviene que cada atención, y en especial la que la origina,
          quede en un registro fechado, cerrado y verificable.
        </p>
        <p>
          Ficha Austral te da ese registro. El cumplimiento de la ley —quién puede emitir licencias, con qué requisitos
          y por qué sistema— sigue siendo tuyo. No operamos el sistema de licencia médica electrónica ni declaramos una
          autorización o certificación de un organismo público.
        </p>
      </>
    ),
  },
];
